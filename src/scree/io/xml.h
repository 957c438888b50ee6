#pragma once
#include <string>
#include <string_view>

#include "scree/base/text.h"

namespace scree {

/// Text as it may stand between tags or in an attribute. XML has no way to write a control
/// character, so these stand as printable() shows them.
inline std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

}  // namespace scree

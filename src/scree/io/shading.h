#pragma once
/// How a depth image becomes light: a key light with soft shadows, a sky, and dark crevices.
#include <array>
#include <span>
#include <vector>

#include "scree/io/colour_map.h"
#include "scree/io/depth_image.h"

namespace scree {

/// A direction or place in the camera's frame: right, down, away from the eye [samples].
struct Seen {
  float u, v, w;
};
inline float dot(Seen a, Seen b) { return a.u * b.u + a.v * b.v + a.w * b.w; }

/// The scene as the key light sees it. Answers how much of the light reaches a place.
class ShadowMap {
 public:
  /// `upright` is the picture's up in camera axes; the light stands above, left of and behind the
  /// viewer.
  ShadowMap(std::span<const SeenDisc> discs, Seen upright);

  Seen light() const { return light_; }  // unit vector from the scene to the light
  /// 1 in full light, 0 in shadow; `pattern` (0..3) varies the taps between the four samples of a
  /// pixel, so that a pixel averages sixteen.
  float lit(Seen place, int pattern) const;

 private:
  Seen light_, across_, down_;
  float scale_ = 1, u0_ = 0, v0_ = 0;
  float blur_ = 1, bias_ = 1;  // [samples of the map], [samples of the eye]
  DepthImage map_;
};

/// 1 in the open, towards 0 in narrow crevices: what of the sky a surface sees, estimated from
/// the depths around it (after McGuire et al. 2011, "The Alchemy screen-space ambient obscurance
/// algorithm"). `grain` is a typical radius [samples].
float openness(const DepthImage& image, int x, int y, Seen normal, float grain);

/// Light leaving a sphere of colour `base`: sky, key light, a little gloss, a darker rim.
Rgb shade_sphere(Rgb base, Seen normal, Seen light, Seen upright, float lit, float open);

/// Light leaving a disc in a planar scene: a gentle dome with a dark border. (du, dv) is the place
/// on the disc over its radius, `r` the radius [samples].
Rgb shade_disc(Rgb base, float du, float dv, float r);

}  // namespace scree

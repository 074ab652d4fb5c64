// The colours of the scene, mixed from the tokens of the page, by day (light) and by night (dark).
import { Color } from 'three'
import { HOUSES } from '../../../components/person.tsx'

export type Palette = ReturnType<typeof readPalette>

type Token = (name: string) => Color

export function readPalette(within: HTMLElement) {
  const token = tokensOf(within)
  const isNight = matchMedia('(prefers-color-scheme: dark)').matches
  const own = token('own')
  return {
    ...(isNight ? night(token) : day(token)),
    isNight,
    own,
    /** The colour of a house by its name; of no house without one. */
    houseColor: (house: string | undefined) =>
      house && house in HOUSES
        ? token(house.toLowerCase())
        : mix(token('grave'), token('soft'), isNight ? 0.6 : 0.25),
  }
}

function day(token: Token) {
  const green = mix(token('terra'), token('good'), 0.45)
  return {
    /** The colour of the sky, and of what is far away. */
    horizon: tinted(token('tide'), 0.4, 0.86),
    /** The light from above, which has no direction. */
    sky: mix(token('tide'), token('surface'), 0.8),
    light: mix(token('grave-ground'), new Color('white'), 0.4),
    grass: mix(green, token('good-ground'), 0.22),
    meadow: mix(mix(token('terra'), green, 0.3), token('grave-ground'), 0.34),
    sand: mix(token('grave-ground'), token('grave'), 0.14),
    path: mix(token('grave-ground'), token('grave'), 0.06),
    water: tinted(token('tide'), 0.4, 0.68),
    wall: mix(token('surface'), token('grave-ground'), 0.5),
    stone: mix(token('line'), token('soft'), 0.25),
    wood: mix(token('grave'), token('soft'), 0.4),
    leaf: mix(green, token('terra'), 0.3),
    window: mix(token('tide'), token('ink'), 0.5),
  }
}

function night(token: Token): ReturnType<typeof day> {
  const ground = token('ground')
  return {
    horizon: mix(token('tide'), ground, 0.93),
    sky: mix(token('tide'), ground, 0.4),
    light: mix(token('tide'), token('ink'), 0.5),
    grass: mix(token('good'), ground, 0.72),
    meadow: mix(token('terra'), ground, 0.75),
    sand: mix(token('grave'), ground, 0.72),
    path: mix(token('grave'), ground, 0.55),
    water: mix(token('tide'), ground, 0.965),
    wall: mix(token('soft'), ground, 0.5),
    stone: mix(token('edge'), ground, 0.5),
    wood: mix(token('grave'), ground, 0.75),
    leaf: mix(token('good'), ground, 0.78),
    window: token('grave'),
  }
}

export function mix(from: Color, to: Color, share: number): Color {
  return from.clone().lerp(to, share)
}

/** The same hue with another saturation and lightness: mixed with white, colours turn grey. */
function tinted(color: Color, saturation: number, lightness: number): Color {
  const { h } = color.getHSL({ h: 0, s: 0, l: 0 })
  return new Color().setHSL(h, saturation, lightness)
}

/** Tokens hold `light-dark()`, which only a computed colour resolves. */
function tokensOf(within: HTMLElement): Token {
  return (name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(--${name})`
    within.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return new Color(color)
  }
}

// The houses that people and guilds belong to.
export const HOUSES = { Aether: 'Aether', Ember: 'Ember', Terra: 'Terra', Tide: 'Tide' } as const

/** For `data-house`, which sets the colour of a house (tokens.css). */
export function houseKey(house: string): string {
  return house.toLowerCase()
}

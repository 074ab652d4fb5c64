// Descriptions of the houses and archetypes.

const HOUSES: ReadonlyMap<string, string> = new Map([
  ['Aether', 'Those who look up: ideas, stars, and what nobody has thought of yet.'],
  ['Ember', 'Those who begin: courage, warmth, and work done by hand.'],
  ['Terra', 'Those who stay: patience, craft, and things that outlast us.'],
  ['Tide', 'Those who move: change, good company, and the way back.'],
])

const ARCHETYPES: ReadonlyMap<string, string> = new Map([
  ['Architect', 'You see how it could stand, and draw the plan.'],
  ['Navigator', 'You know where we are, and where we could be.'],
  ['Cipher', 'You find the pattern that others walk past.'],
  ['Pathfinder', 'You go first, and come back to tell.'],
  ['Keeper', 'You remember, and look after what is ours.'],
])

/** The description of a house; empty if there is none. */
export const houseWords = (house: string): string => HOUSES.get(house) ?? ''

/** The description of an archetype; empty if there is none. */
export const archetypeWords = (archetype: string): string => ARCHETYPES.get(archetype) ?? ''

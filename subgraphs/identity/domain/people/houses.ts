// The houses and archetypes to choose from.

export const HOUSES = ['Aether', 'Ember', 'Terra', 'Tide'] as const
export const ARCHETYPES = ['Architect', 'Navigator', 'Cipher', 'Pathfinder', 'Keeper'] as const

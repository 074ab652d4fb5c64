// The words for the kinds of quests.

export const TYPES = { daily: 'Daily', weekly: 'Weekly', story: 'Once' } as const

export const DIFFICULTIES = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
} as const

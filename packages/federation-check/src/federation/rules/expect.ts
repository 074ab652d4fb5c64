// What to do about a change that composition accepts.
export const EXPECT = 'Check that this is intended: composition does not report it.'

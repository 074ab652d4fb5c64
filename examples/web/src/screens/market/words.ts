// The kinds of assets that the app has a filter for. The market may have others: an administrator names them.
export const KINDS = {
  instrument: 'Instrument',
  land: 'Land',
  map: 'Map',
  relic: 'Relic',
  tool: 'Tool',
} as const

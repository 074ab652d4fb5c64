// The races of the market, many times each.
import { describe } from 'vitest'
import { erasureRaces } from './erasure-races.ts'
import { marketRaces } from './races.ts'

describe('races', () => marketRaces(100))
describe('races of an erasure', () => erasureRaces(25))

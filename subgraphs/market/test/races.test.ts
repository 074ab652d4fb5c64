// The races of the market, a few times each.
import { describe } from 'vitest'
import { erasureRaces } from './erasure-races.ts'
import { marketRaces } from './races.ts'

describe('races', () => marketRaces(5))
describe('races of an erasure', () => erasureRaces(5))

// The races of the market, a few times each.
import { marketRaces } from './races.ts'

marketRaces(5)

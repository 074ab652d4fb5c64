// The races of the market, many times each.
import { marketRaces } from './races.ts'

marketRaces(100)

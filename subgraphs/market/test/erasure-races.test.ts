// The races of erasures in the market, a few times each.
import { erasureRaces } from './erasure-races.ts'

erasureRaces(5)

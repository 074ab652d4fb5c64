// The races of erasures in the market, often.
import { erasureRaces } from './erasure-races.ts'

erasureRaces(25)

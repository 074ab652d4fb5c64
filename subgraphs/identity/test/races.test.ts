// The races of people, a few times each.
import { identityRaces } from './races.ts'

identityRaces(5)

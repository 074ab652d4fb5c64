// The races of people, many times each.
import { identityRaces } from './races.ts'

identityRaces(200)

// The races of a realm, a few times each.
import { realmRaces } from './races.ts'

realmRaces(5)

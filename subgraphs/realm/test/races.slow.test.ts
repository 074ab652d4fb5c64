// The races of a realm, many times each.
import { realmRaces } from './races.ts'

realmRaces(100)

// Runs the races of people a few times.
import { identityRaces } from './races.ts'

identityRaces(5)

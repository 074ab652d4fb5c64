// Runs the races of people many times.
import { identityRaces } from './races.ts'

identityRaces(100)

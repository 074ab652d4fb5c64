// The race of retiring and completing a quest, a few times.
import { pathRaces } from './races.ts'

pathRaces(10)

// The race of retiring and completing a quest, many times.
import { pathRaces } from './races.ts'

pathRaces(100)

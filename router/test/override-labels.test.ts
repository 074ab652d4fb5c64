// Progressive override: who gets a field from which subgraph.
import { describe, expect, test } from 'vitest'
import { invalidToken } from '#foundation/domain/errors.ts'
import { createOverrideClasses, personOf, type OverrideClassOf } from '../override-labels.ts'

const over = (...percentages: number[]) => createOverrideClasses({ labels: [], percentages }, []).of
const people = Array.from({ length: 20_000 }, (_, at) => `identity_${at}`)
/** Applies a label as the planner does. */
const holds = (classOf: OverrideClassOf, person: string, label: number) =>
  classOf(person).percentage < label

describe('percent(n)', () => {
  test.each([1, 20, 50, 99])('percent(%d) holds for about as many people', (percentage) => {
    const classOf = over(percentage)
    const share = people.filter((person) => holds(classOf, person, percentage)).length
    // Five standard deviations of a binomial distribution are less than 1.8 % of the people.
    expect(Math.abs((100 * share) / people.length - percentage)).toBeLessThan(1.8)
  })

  test('percent(0) holds for nobody and percent(100) for everybody', () => {
    const classOf = over(0, 100)
    expect(people.filter((person) => holds(classOf, person, 0))).toEqual([])
    expect(people.filter((person) => !holds(classOf, person, 100))).toEqual([])
  })

  test('A person stays on one side, whatever other labels there are, and is kept when the number grows', () => {
    const [alone, among] = [over(20), over(5, 20, 20, 70)]
    const early = people.filter((person) => holds(alone, person, 20))
    expect(people.filter((person) => holds(among, person, 20))).toEqual(early)
    const later = over(50)
    expect(early.filter((person) => !holds(later, person, 50))).toEqual([])
  })

  test('The percentage of a class is between its bounds, also where numbers are rounded', () => {
    const labels = [0.000_000_28, 0.000_000_29, 0.1, 33.333_333_33, 99.999_999_99]
    const classOf = over(...labels)
    const { all } = createOverrideClasses({ labels: [], percentages: labels }, [])
    for (const { percentage } of new Set(people.map(classOf))) {
      const scaled = Math.trunc(percentage * 1e8)
      const holding = labels.filter((label) => scaled < Math.trunc(label * 1e8))
      const place = all.findIndex((known) => known.percentage === percentage)
      expect(labels.length - holding.length).toBe(place)
    }
  })
})

describe('the classes of callers', () => {
  test('Each class has one percentage, and there is one more than there are labels', () => {
    const classes = new Set(people.map(over(30, 60, 30)))
    expect(classes.size).toBe(3)
    expect(new Set([...classes].map(({ percentage }) => percentage))).toEqual(new Set([15, 45, 80]))
  })

  test('Without percentages, everybody has the same class', () => {
    const classOf = createOverrideClasses({ labels: ['beta', 'us'], percentages: [] }, ['us']).of
    expect(new Set(people.map(classOf)).size).toBe(1)
    expect(classOf('anybody').activeLabels).toEqual(new Set(['us']))
  })

  test.each<[labels: string[], message: string]>([
    [['beta', 'us'], 'contains "eu", but the supergraph has only the labels beta, us.'],
    [[], 'contains "eu", but the supergraph has no labels.'],
  ])('With the labels %j, another one in the setting is refused', (labels, message) => {
    expect(() => createOverrideClasses({ labels, percentages: [20] }, ['eu'])).toThrow(
      `ROUTER_OVERRIDE_LABELS ${message}`,
    )
  })
})

describe('the person of a caller', () => {
  const anonymous = { viewer: undefined, authorization: undefined, address: '203.0.113.7' }
  const claims = { scopes: new Set<string>(), policies: new Set<string>() }
  const bearer = { ...anonymous, authorization: 'Bearer a-token' }

  test('An identity comes first, then the subject of a token, then the network address', async () => {
    const viewer = { identityId: 'identity_ada' } as never
    const verify = () => Promise.resolve({ ...claims, subject: 'ada' })
    expect(await personOf({ ...bearer, viewer }, verify)).toBe('identity_ada')
    expect(await personOf(bearer, verify)).toBe('ada')
    expect(await personOf(anonymous, verify)).toBe('203.0.113.7')
  })

  test('A caller without a usable token is known by the network address', async () => {
    const nobody = () => Promise.resolve({ ...claims, subject: undefined })
    const refuse = () => Promise.reject(invalidToken('expired'))
    for (const verify of [nobody, refuse, undefined]) {
      expect(await personOf(bearer, verify)).toBe('203.0.113.7')
    }
    const malformed = { ...bearer, authorization: 'Bearer a b' }
    expect(await personOf(malformed, nobody)).toBe('203.0.113.7')
  })
})

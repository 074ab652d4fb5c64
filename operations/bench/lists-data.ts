// Lists of any length, for the benchmark of lists.
import { Client } from 'pg'
import type { System } from './system.ts'

export interface ListOfService {
  service: string
  /** Its documented path. */
  path: string
  /** Its field at the router, and the arguments that choose it. */
  field: string
  arguments?: string
  /** SQL that adds rows numbered `n`, each a second younger than the one before. */
  fill: string
}

const AT = `timestamptz '2020-01-01' + n * interval '1 second'`
const REALM = 'realm_bench'

export const LISTS: readonly ListOfService[] = [
  {
    service: 'path',
    path: '/api/quests',
    field: 'quests',
    fill: `insert into quests (id, title, description, xp_reward, gold_reward, type, difficulty, created_at)
      select 'quest_' || n, 'Title', 'Text', 1, 1, 'daily', 'beginner', ${AT} from`,
  },
  {
    service: 'learn',
    path: '/api/courses',
    field: 'courses',
    // The lessons that a trigger adds would take most of the time.
    fill: `alter table courses disable trigger courses_have_lessons;
      insert into courses (id, title, description, lessons, duration, skill_points, created_at)
      select 'course_' || n, 'Title', 'Text', 1, 'an hour', 1, ${AT} from`,
  },
  {
    service: 'realm',
    path: '/api/realms',
    field: 'realms',
    fill: `insert into realms (id, name, description, min_x, min_y, min_z, max_x, max_y, max_z, created_at)
      select 'realm_' || n, 'Name', 'Text', 0, 0, 0, 9, 9, 9, ${AT} from`,
  },
  {
    service: 'realm',
    path: `/api/realms/${REALM}/places`,
    field: 'places',
    arguments: `realmId: "${REALM}", `,
    fill: `insert into realms (id, name, description, min_x, min_y, min_z, max_x, max_y, max_z)
      values ('${REALM}', 'Name', 'Text', 0, 0, 0, 9, 9, 9);
      insert into places (id, realm_id, name, kind, x, y, z, created_at)
      select 'place_' || n, '${REALM}', 'Name', 'inn', random(), random(), random(), ${AT} from`,
  },
  {
    service: 'governance',
    path: '/api/proposals',
    field: 'proposals',
    // The outcomes are recorded, or the service would record all of them during the measurements.
    fill: `insert into proposals (id, proposer_id, title, description, quorum, outcome, end_time, created_at)
      select 'proposal_' || n, 'identity_' || n % 5000, 'Title', 'Text', 1, 'rejected', ${AT}, ${AT} from`,
  },
  {
    service: 'market',
    path: '/api/assets',
    field: 'assets',
    fill: `insert into assets (id, name, description, kind, owner_id, created_at)
      select 'asset_' || n, 'Name', 'Text', 'relic', 'identity_' || n % 5000, ${AT} from`,
  },
  {
    service: 'guild',
    path: '/api/organizations',
    field: 'organizations',
    fill: `insert into organizations (id, name, description, house, member_count, open_to_join, created_at)
      select 'organization_' || n, 'Name', 'Text', 'Aether', 1, true, ${AT} from`,
  },
  {
    service: 'guild',
    path: '/api/roles',
    field: 'roles',
    fill: `insert into organizations (id, name, description, house, member_count, open_to_join, created_at)
      values ('organization_bench', 'Name', 'Text', 'Aether', 1, true, '2019-01-01');
      insert into roles (id, organization_id, title, description, min_level, openings, created_at)
      select 'role_' || n, 'organization_bench', 'Title', 'Text', 1, 1, ${AT} from`,
  },
  {
    service: 'scroll',
    path: '/api/scrolls',
    field: 'scrolls',
    // A third is private, and a third for one of four houses.
    fill: `insert into scrolls (id, title, content, author_id, author, house, settlement_weight, visibility,
        created_at)
      select 'scroll_' || n, 'Title', 'Text', 'identity_' || n % 5000, 'Author',
        (array['Aether', 'Ember', 'Terra', 'Tide'])[1 + n % 4], 1,
        (array['public', 'house', 'private'])[1 + n % 3], ${AT} from`,
  },
]

/** The triggers of events: services would number millions of them during the measurements. */
const EVENT_TRIGGERS = `
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
  from pg_trigger where tgname like 'write\\_%'`

/** Adds that many rows to each list, without their events, and lets PostgreSQL look at what is there. */
export async function fillLists({ databaseUrl }: System, rows: number): Promise<void> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const { rows: triggers } = await database.query<{ drop: string }>(EVENT_TRIGGERS)
    for (const { drop } of triggers) await database.query(drop)
    for (const { service, fill } of LISTS) {
      await database.query(
        `set search_path to ${service}; ${fill} generate_series(1, ${rows}) as n`,
      )
    }
    await database.query('vacuum analyze')
  } finally {
    await database.end()
  }
}

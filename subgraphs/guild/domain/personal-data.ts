// Exports a person's memberships, roles, requests and applications, past and present.
import type { Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { exportKeys } from '#foundation/idempotency/erased-keys.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables } from '../tables.ts'
import { erasePerson } from './erasure.ts'

export const personalData: PersonalData<GuildContext> = {
  async *exportPerson({ db }, identityId) {
    yield* memberships(db, identityId)
    yield* formerMemberships(db, identityId)
    yield* applications(db, identityId)
    yield* withdrawnApplications(db, identityId)
    yield* exportKeys(db, identityId)
  },
  erasePerson,
}

type Db = Kysely<GuildTables>

/** The number of messages in one page, each of up to 2,000 characters. */
const MESSAGES_AT_ONCE = 100

function memberships(db: Db, identityId: string) {
  const own = db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'organizationId')
    .select(['memberships.id', 'organizationId', 'organizations.name as organization'])
    .select(['status', 'steward', 'requestedAt'])
    .where('identityId', '=', identityId)
  return pagesOf('memberships', own, { key: ['requestedAt', 'memberships.id'] })
}

function formerMemberships(db: Db, identityId: string) {
  const own = db
    .selectFrom('formerMemberships')
    .innerJoin('organizations', 'organizations.id', 'organizationId')
    .select(['formerMemberships.id', 'organizationId', 'organizations.name as organization'])
    .select(['status', 'requestedAt', 'leftAt', 'removed'])
    .where('identityId', '=', identityId)
  return pagesOf('former-memberships', own, { key: ['formerMemberships.id'] })
}

function applications(db: Db, identityId: string) {
  const own = db
    .selectFrom('applications')
    .innerJoin('roles', 'roles.id', 'roleId')
    .select(['applications.id', 'roleId', 'roles.title as role', 'status', 'message', 'appliedAt'])
    .where('identityId', '=', identityId)
  const key = ['appliedAt', 'applications.id']
  return pagesOf('applications', own, { key, atOnce: MESSAGES_AT_ONCE })
}

function withdrawnApplications(db: Db, identityId: string) {
  const own = db
    .selectFrom('withdrawnApplications')
    .innerJoin('roles', 'roles.id', 'roleId')
    .select(['withdrawnApplications.id', 'roleId', 'roles.title as role', 'status', 'message'])
    .select(['appliedAt', 'withdrawnAt'])
    .where('identityId', '=', identityId)
  const key = ['withdrawnApplications.id']
  return pagesOf('withdrawn-applications', own, { key, atOnce: MESSAGES_AT_ONCE })
}

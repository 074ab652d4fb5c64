// The tables of people: names, xp, credentials and wallets.
import { sql, type Kysely } from 'kysely'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'

export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await createIdentities(db)
  await indexIdentities(db)
  await rememberHiddenNames(db)
  await createXpGrants(db)
  await createCredentials(db)
  await createWallets(db)
}

/** No program can sign in the system identity, or give it a role or xp. A former username stays reserved. */
async function createIdentities(db: Kysely<unknown>): Promise<void> {
  // Level n begins at 50·n·(n−1) xp; solved for n. The root of a perfect square is exact.
  await sql`
    create table identities (
      id text primary key,
      username text not null check (username ~ '^[a-z0-9_]{3,30}$'),
      display_name text not null,
      house text not null,
      archetype text not null,
      role text not null default 'member' check (role in ('member', 'admin')),
      xp integer not null default 0 check (xp >= 0),
      level integer not null generated always as
        (floor((50 + sqrt((2500 + 200 * xp::bigint)::double precision)) / 100)::integer) stored,
      created_at timestamptz(3) not null default now(),
      disabled_at timestamptz(3),
      username_changed_at timestamptz(3),
      kind text not null default 'person' check (kind in ('person', 'system')),
      bio text,
      names_hidden_at timestamptz(3),
      names_hidden_reason text,
      hidden_username text,
      hidden_display_name text,
      hidden_bio text,
      profile_changed_at timestamptz(3),
      left_at timestamptz(3),
      name_hiding_changed_at timestamptz(3),
      hidden_usernames text[],
      hidden_display_names text[],
      hidden_bios text[],
      constraint one_identity_a_username unique (username),
      constraint system_identity_is_nobody check (
        kind = 'person' or (role = 'member' and xp = 0 and disabled_at is null)
      ),
      constraint who_left_stays_away
        check (left_at is null or (disabled_at is not null and role = 'member')),
      check ((names_hidden_at is null) = (names_hidden_reason is null))
    );
    insert into identities (id, username, display_name, house, archetype, kind)
    values (${sql.lit(ECOSYSTEM_ID)}, 'ecosystem', 'The Ecosystem', 'Aether', 'Keeper', 'system');

    create table username_reservations (
      username text primary key,
      identity_id text not null references identities,
      until timestamptz(3) not null
    );
    create index username_reservations_expiry on username_reservations (until);
    create index username_reservations_by_identity
    on username_reservations (identity_id)`.execute(db)
}

/** The names that searches find, without those that administrators have hidden. */
const SHOWN_NAMES = `
  case when hidden_username = username then '' else username end || ' ' ||
  case when hidden_display_name = display_name then '' else display_name end`

/** The names by which administrators search accounts, including hidden ones and those of disabled people. */
const NAMES = `username || ' ' || display_name`

async function indexIdentities(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index accounts_newest_first on identities (created_at desc, id desc)
    where kind = 'person';
    create index administrators_newest_first on identities (created_at desc, id desc)
    where role = 'admin';
    create index identities_name_hiding on identities (name_hiding_changed_at, id)
    where name_hiding_changed_at is not null`.execute(db)
  await addSearchIndex(db, {
    table: 'identities',
    title: SHOWN_NAMES,
    text: SHOWN_NAMES,
    where: `kind = 'person' and disabled_at is null`,
  })
  await addSearchIndex(db, {
    table: 'identities',
    name: 'accounts',
    title: NAMES,
    text: NAMES,
    where: `kind = 'person'`,
  })
}

/**
 * Stores the last 50 hidden names of a person, of each kind, and when one was last hidden or shown, for services that
 * keep copies. Leaving does not count as showing: each service erases its copies.
 */
async function rememberHiddenNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_hidden_name(names text[], name text) returns text[] language sql immutable
    return case when name is null or name = any(names) then names
      else (names || name)[greatest(1, cardinality(names) - 48):] end;
    create function remember_hidden_names() returns trigger
      language plpgsql set search_path from current as $$
      begin
        if new.names_hidden_at is null then
          new.hidden_usernames := null;
          new.hidden_display_names := null;
          new.hidden_bios := null;
        else
          new.hidden_usernames := add_hidden_name(new.hidden_usernames, new.hidden_username);
          new.hidden_display_names :=
            add_hidden_name(new.hidden_display_names, new.hidden_display_name);
          new.hidden_bios := add_hidden_name(new.hidden_bios, new.hidden_bio);
          if new.username = any(new.hidden_usernames) then
            new.hidden_username := new.username;
          end if;
          if new.display_name = any(new.hidden_display_names) then
            new.hidden_display_name := new.display_name;
          end if;
          if new.bio = any(new.hidden_bios) then
            new.hidden_bio := new.bio;
          end if;
        end if;
        if new.left_at is null and new.names_hidden_at is distinct from old.names_hidden_at then
          new.name_hiding_changed_at := clock_timestamp();
        end if;
        return new;
      end
    $$;
    create trigger remember_hidden_names
    before update of username, display_name, bio, names_hidden_at on identities
    for each row when (new.names_hidden_at is not null or old.names_hidden_at is not null)
    execute function remember_hidden_names()`.execute(db)
}

/** The grants of a person sum to their xp, so initial xp is a grant. Only a correction subtracts xp. */
async function createXpGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table xp_grants (
      key text primary key,
      identity_id text not null references identities,
      amount integer not null,
      xp_after integer not null,
      level_after integer not null,
      granted_at timestamptz(3) not null,
      reason text,
      constraint corrections_alone_take check (amount >= 0 or reason is not null)
    );
    create index xp_grants_newest_first on xp_grants (identity_id, granted_at desc, key desc);

    create function open_xp_history() returns trigger
    language plpgsql set search_path from current as $$
      begin
        insert into xp_grants (key, identity_id, amount, xp_after, level_after, granted_at)
        values ('opening:' || new.id, new.id, new.xp, new.xp, new.level, new.created_at);
        return null;
      end
    $$;
    create trigger identities_open_xp_history after insert on identities
    for each row when (new.xp <> 0) execute function open_xp_history()`.execute(db)
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credentials (
      id text primary key,
      identity_id text not null references identities,
      type text not null,
      claims jsonb not null,
      grant_key text,
      issued_at timestamptz(3) not null,
      version integer not null default 0,
      constraint one_credential_a_type unique (identity_id, type)
    );
    create index credentials_newest_first
    on credentials (identity_id, issued_at desc, id desc)`.execute(db)
}

/** A challenge has no foreign key, because a person who signs in has no identity yet. Rows live ten minutes. */
async function createWallets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallets (
      id text primary key,
      identity_id text not null references identities,
      address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
      chain_id bigint not null check (chain_id >= 1),
      challenge_hash bytea not null,
      linked_at timestamptz(3) not null,
      signs_in boolean not null,
      constraint one_identity_a_wallet unique (address),
      constraint wallets_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    );
    create index wallets_newest_first on wallets (identity_id, linked_at desc, id desc);

    create table wallet_challenges (
      message_hash bytea primary key,
      purpose text not null check (purpose in ('link', 'sign_in')),
      asked_by text not null,
      address text not null,
      chain_id bigint not null,
      number bigint not null generated always as identity,
      expires_at timestamptz(3) not null
    );
    create index wallet_challenges_by_asker on wallet_challenges (purpose, asked_by, number desc);
    create index wallet_challenges_by_end on wallet_challenges (expires_at)`.execute(db)
}

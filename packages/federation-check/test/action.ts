// Executes the steps of action.yml as GitHub would.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { parse } from 'yaml'

interface Step {
  id?: string
  name: string
  shell: string
  env?: Record<string, string>
  run: string
}

export interface Action {
  inputs: Record<string, { description: string; default: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

/** The action of a folder. */
export function readAction(folder: string): Action {
  return parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action
}

export interface Result {
  code: number
  log: string
  summary: string
  outputs: Record<string, string>
}

export interface Run {
  /** Where the action is, as GitHub has fetched it. */
  folder: string
  /** Where the job has checked the project out. */
  cwd: string
  /** For temporary files of the job. */
  temp: string
  /** What the machine says to every program: at least its HOME. */
  machine: NodeJS.ProcessEnv
  inputs: Record<string, string>
  /** Properties of the context `github`. */
  github: Record<string, string>
}

/** Runs the steps one after another until one fails. */
export function runAction(action: Action, { inputs, github, temp, ...places }: Run): Result {
  const values = new Map(Object.entries(github).map(([name, value]) => [`github.${name}`, value]))
  for (const [name, input] of Object.entries(action.inputs)) {
    values.set(`inputs.${name}`, inputs[name] ?? input.default)
  }
  const files = { summary: join(temp, 'summary.md'), output: join(temp, 'output') }
  writeFileSync(files.summary, '')
  let [code, log] = [0, '']
  for (const step of action.runs.steps) {
    if (code !== 0) break
    writeFileSync(files.output, '')
    const done = execute(step, values, { ...files, ...places, github, temp })
    code = done.status ?? -1
    log += done.stdout + done.stderr
    for (const [name, value] of pairsIn(readFileSync(files.output, 'utf8'))) {
      values.set(`steps.${step.id}.outputs.${name}`, value)
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    substituted(value, values),
  ])
  const summary = readFileSync(files.summary, 'utf8')
  return { code, log, summary, outputs: Object.fromEntries(outputs) as Record<string, string> }
}

type Workspace = Omit<Run, 'inputs'> & { summary: string; output: string }

function execute(
  { run, env = {}, shell }: Step,
  values: ReadonlyMap<string, string>,
  { folder, cwd, temp, machine, github, summary, output }: Workspace,
) {
  expect(shell).toBe('bash')
  const own = Object.entries(env).map(([name, value]) => [name, substituted(value, values)])
  const script = join(temp, 'script.sh')
  writeFileSync(script, run)
  // As https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax describes the shell.
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
    env: {
      PATH: process.env.PATH,
      ...machine,
      NODE_COMPILE_CACHE: inject('copiesCompileCache'),
      RUNNER_TEMP: temp,
      GITHUB_ACTION_PATH: folder,
      GITHUB_EVENT_NAME: github.event_name ?? 'pull_request',
      GITHUB_BASE_REF: github.base_ref ?? '',
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...(Object.fromEntries(own) as Record<string, string>),
    },
  })
}

/** Knows no functions and no operators. A property of an event that is not there is empty. */
function substituted(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{([^}]*)\}\}/g, (_, expression: string) => {
    const name = expression.trim()
    const value = values.get(name)
    if (value !== undefined) return value
    if (/^(github\.event|steps\.\w+\.outputs)\.[\w.]+$/.test(name)) return ''
    throw new Error(`No value for ${name}.`)
  })
}

function pairsIn(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
}

// The command in a small project, for these tests.
import { afterEach, beforeEach, expect } from 'vitest'
import { command } from '../../../src/commands/command.ts'
import { Project } from '../../project.ts'

export const FILE = 'federation-check.config.json'

/** The project of the test that runs. */
export let project: Project

/** Makes a project for each test, which is the folder of the process. */
export function enterProjects(): void {
  beforeEach(() => {
    project = new Project()
    project.enter()
  })
  afterEach(() => project.leave())
}

export const check = (...args: string[]) => command(args, false)

export async function errorOf(...args: string[]): Promise<string> {
  const { code, err = '' } = await check(...args)
  expect(code, err).toBe(2)
  return err
}

/** Adds settings to the configuration, at its beginning. */
export const configure = (settings: string) => project.edit(FILE, '{', `{ ${settings},`)

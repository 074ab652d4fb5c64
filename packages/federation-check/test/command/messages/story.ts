// The command in a small project, for these tests.
import { expect } from 'vitest'
import { command } from '../../../src/commands/command.ts'
import type { Project } from '../../project.ts'

export const FILE = 'federation-check.config.json'

export const check = (...args: string[]) => command(args, false)

export async function errorOf(...args: string[]): Promise<string> {
  const { code, err = '' } = await check(...args)
  expect(code, err).toBe(2)
  return err
}

/** Adds settings to the configuration, at its beginning. */
export const configure = (project: Project, settings: string) =>
  project.edit(FILE, '{', `{ ${settings},`)

// The setting of the Governance service.
import { integer } from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting } from '#foundation/settings/setting.ts'

export const governanceSettings = defineSettings({
  quorum: setting('QUORUM', 'votes a new proposal needs to pass', integer(1, 1_000_000, 1)),
})

export type GovernanceSettings = ReturnType<typeof governanceSettings.read>

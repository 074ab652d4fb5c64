// The setting of the embedded database.
import { text } from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting } from '#foundation/settings/setting.ts'

export const postgresSettings = defineSettings({
  postgresBin: setting('POSTGRES_BIN', 'programs of the embedded database', {
    ...text,
    shown: 'the newest that fits',
  }),
})

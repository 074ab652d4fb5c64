// The setting of the event log.
import { integer } from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting } from '#foundation/settings/setting.ts'

export const eventSettings = defineSettings({
  retentionDays: setting(
    'EVENT_RETENTION_DAYS',
    'how long events, of some 300 bytes each, are kept',
    integer(1, 90, 7),
  ),
})

// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'learn',
  title: 'Learn Service',
  settings: 'LEARN',
  port: 3005,
  nodes: { course: 'Course', lesson: 'Lesson', enrollment: 'Enrollment' },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration

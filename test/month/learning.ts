// Courses: enrolling, lesson after lesson, leaving and coming back.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'

const COMPLETE = `mutation ($courseId: ID!, $lesson: Int!) {
  completeLesson(input: { courseId: $courseId, lesson: $lesson }) {
    status lessonsCompleted identity { skillPoints }
  }
}`

/** The available courses, by title. */
export async function findCourses(resident: Resident): Promise<Record<string, string>> {
  const { courses } = await resident.call('GET', '/api/courses')
  const entries = (courses as { id: string; title: string }[]).map(({ id, title }) => [title, id])
  return Object.fromEntries(entries) as Record<string, string>
}

export async function enroll(resident: Resident, courseId: string): Promise<void> {
  const { data } = await resident.call('POST', `/api/courses/${courseId}/enroll`, { status: 201 })
  expect(data).toMatchObject({ courseId, status: 'enrolled' })
}

async function completeLesson(resident: Resident, courseId: string, lesson: number) {
  const { completeLesson } = await resident.ask(COMPLETE, { courseId, lesson })
  return completeLesson as { status: string; identity: { skillPoints: number } }
}

/** Enrolls, reads every lesson, and gets the skill points. */
export async function takeCourse(resident: Resident, courseId: string): Promise<void> {
  await enroll(resident, courseId)
  const { course } = await resident.ask(
    'query ($id: ID!) { course(id: $id) { lessons syllabus { nodes { number text } } } }',
    { id: courseId },
  )
  let status = 'enrolled'
  for (const { number, text } of course.syllabus.nodes) {
    expect(text).not.toBe('')
    ;({ status } = await completeLesson(resident, courseId, number))
  }
  expect(status, resident.username).toBe('completed')
}

/** Leaves after the first lesson, comes back, and completes the rest. */
export async function leaveAndReturn(resident: Resident, courseId: string): Promise<void> {
  await enroll(resident, courseId)
  await completeLesson(resident, courseId, 1)
  const left = await resident.call('DELETE', `/api/courses/${courseId}/enrollment`)
  expect(left.data).toHaveProperty('leftAt')
  const mine = await resident.call('GET', '/api/courses?enrolled=true')
  expect(mine.courses).toEqual([])
  const again = await resident.call('POST', `/api/courses/${courseId}/enroll`, { status: 201 })
  expect(again.data).toMatchObject({ status: 'enrolled', lessonsCompleted: 1 })
  await completeLesson(resident, courseId, 3)
  const last = await completeLesson(resident, courseId, 2)
  expect(last).toMatchObject({ status: 'completed', identity: { skillPoints: 80 } })
}

// Courses, who is enrolled in them, and the lessons that each of them has completed.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const courses: Migration = {
  async up(db) {
    await sql`
      create table courses (
        id text primary key,
        title text not null,
        description text not null,
        lessons integer not null check (lessons > 0),
        duration text not null,
        skill_points integer not null check (skill_points >= 0),
        created_at timestamptz(3) not null default now()
      )`.execute(db)
    await sql`create index courses_newest_first on courses (created_at desc, id desc)`.execute(db)

    await sql`
      create table enrollments (
        id text primary key,
        identity_id text not null,
        course_id text not null references courses,
        status text not null default 'enrolled' check (status in ('enrolled', 'completed')),
        lessons_completed integer not null default 0 check (lessons_completed >= 0),
        skill_points integer not null default 0 check (skill_points >= 0),
        enrolled_at timestamptz(3) not null,
        completed_at timestamptz(3),
        constraint one_enrollment_a_course unique (identity_id, course_id),
        check ((status = 'completed') = (completed_at is not null)),
        check (status = 'completed' or skill_points = 0)
      )`.execute(db)
    await sql`
      create index enrollments_newest_first
      on enrollments (identity_id, enrolled_at desc, id desc)`.execute(db)

    await sql`
      create table lesson_completions (
        enrollment_id text not null references enrollments,
        lesson integer not null check (lesson > 0),
        completed_at timestamptz(3) not null,
        primary key (enrollment_id, lesson)
      )`.execute(db)
  },
}

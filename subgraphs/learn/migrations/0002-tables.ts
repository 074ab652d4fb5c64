// The tables of courses with their lessons, enrollments, and completed lessons.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { learnEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    await createCourses(db)
    await createLessons(db)
    await fillPlaceholders(db)
    await createEnrollments(db)
    await createAuditOutbox(db)
    await keepRowCounts(db, [{ table: 'courses', where: (row) => `${row}.retired_at is null` }])
    await writeEvents(db, learnEventKinds)
  },
}

async function createCourses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table courses (
      id text primary key,
      title text not null,
      description text not null,
      lessons integer not null check (lessons > 0),
      duration text not null,
      skill_points integer not null check (skill_points >= 0),
      created_at timestamptz(3) not null default now(),
      retired_at timestamptz(3),
      content_key text
    );
    create unique index one_course_a_key on courses (content_key) where content_key is not null;
    create index courses_newest_first on courses (created_at desc, id desc)
    where retired_at is null;
    create index courses_by_title on courses (title, id) where retired_at is null`.execute(db)
  await addSearchIndex(db, {
    table: 'courses',
    title: 'title',
    text: `title || ' ' || description`,
    where: 'retired_at is null',
  })
}

/** Numbers are compared at the end of a transaction, because moving a lesson changes several at once. */
async function createLessons(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lessons (
      id text primary key,
      course_id text not null references courses,
      key text not null,
      from_file boolean not null default false,
      number integer check (number > 0),
      title text not null,
      text text not null default '',
      created_at timestamptz(3) not null default now(),
      retired_at timestamptz(3),
      constraint one_lesson_a_key unique (course_id, key),
      constraint one_lesson_a_number unique (course_id, number) deferrable initially deferred,
      check ((number is null) = (retired_at is not null))
    );
    create index lessons_by_number on lessons (course_id, number, id)
    where retired_at is null`.execute(db)
}

/**
 * A course that is added without lessons gets placeholders when its transaction ends, as many as its count, with ids
 * that follow from their keys. The functions work with any search path of a session.
 */
async function fillPlaceholders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_placeholder_lessons(course text) returns void
    language sql set search_path from current as $$
      insert into lessons (id, course_id, key, number, title, created_at)
      select 'lesson_0' || substr(md5(id || '/lesson-' || n), 1, 25), id, 'lesson-' || n, n,
        'Lesson ' || n, created_at
      from courses cross join generate_series(1, lessons) as n
      where id = course and not exists (select from lessons as known where course_id = course)
    $$;
    create function add_lessons_of_course() returns trigger
    language plpgsql set search_path from current as $$
      begin
        perform add_placeholder_lessons(new.id);
        return null;
      end
    $$;
    create constraint trigger courses_have_lessons after insert on courses
    deferrable initially deferred
    for each row execute function add_lessons_of_course()`.execute(db)
}

/** Two indexes serve retiring a lesson, which reads everybody in its course, and everybody who completed it. */
async function createEnrollments(db: Kysely<unknown>): Promise<void> {
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
      left_at timestamptz(3),
      constraint one_enrollment_a_course unique (identity_id, course_id),
      check ((status = 'completed') = (completed_at is not null)),
      check (status = 'completed' or skill_points = 0)
    );
    create index enrollments_newest_first on enrollments (identity_id, enrolled_at desc, id desc);
    create index enrollments_by_course on enrollments (course_id)`.execute(db)
  await sql`
    create table lesson_completions (
      enrollment_id text not null references enrollments,
      lesson integer not null check (lesson > 0),
      completed_at timestamptz(3) not null,
      lesson_id text references lessons,
      constraint one_completion_a_lesson unique (enrollment_id, lesson_id)
    );
    create index completions_by_lesson on lesson_completions (lesson_id)`.execute(db)
}

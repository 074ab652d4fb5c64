// Lessons become rows, progress is stored by lesson instead of number, and courses and lessons can
// be retired.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lessons: Migration = {
  async up(db) {
    await lockTables(db, ['enrollments', 'courses', 'lesson_completions'])
    await alterCourses(db)
    await createLessons(db)
    await fillPlaceholders(db)
    await sql`select add_placeholder_lessons(id) from courses`.execute(db)
    await moveProgress(db)
    await keepOldProcessesRight(db)
  },
}

/** Lists and their index leave out retired rows. */
async function alterCourses(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table courses add column retired_at timestamptz(3), add column content_key text`.execute(
    db,
  )
  await sql`
    create unique index one_course_a_key on courses (content_key)
    where content_key is not null`.execute(db)
  await sql`drop index courses_newest_first`.execute(db)
  await sql`
    create index courses_newest_first on courses (created_at desc, id desc)
    where retired_at is null`.execute(db)
  // Retiring a lesson looks at everybody in its course.
  await sql`create index enrollments_by_course on enrollments (course_id)`.execute(db)
}

/** Moving a lesson changes several numbers at once, so that they are compared at the end. */
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
    )`.execute(db)
  await sql`
    create index lessons_by_number on lessons (course_id, number, id)
    where retired_at is null`.execute(db)
}

/**
 * A course without lesson rows has as many as its count. Their ids follow from their keys, as
 * everywhere. The functions find the tables whatever the search path of a session is.
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
    $$`.execute(db)
  await sql`
    create function add_lessons_of_course() returns trigger
    language plpgsql set search_path from current as $$
      begin
        perform add_placeholder_lessons(new.id);
        return null;
      end
    $$`.execute(db)
  // At the end of the transaction, which may have added lessons of its own.
  await sql`
    create constraint trigger courses_have_lessons after insert on courses
    deferrable initially deferred
    for each row execute function add_lessons_of_course()`.execute(db)
}

async function moveProgress(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lesson_completions add column lesson_id text references lessons`.execute(db)
  await sql`
    update lesson_completions as completion set lesson_id = lessons.id
    from enrollments join lessons on lessons.course_id = enrollments.course_id
    where enrollments.id = completion.enrollment_id and lessons.number = completion.lesson`.execute(
    db,
  )
  await sql`
    alter table lesson_completions
    drop constraint lesson_completions_pkey,
    add constraint one_completion_a_lesson unique (enrollment_id, lesson_id)`.execute(db)
  await sql`create index completions_by_lesson on lesson_completions (lesson_id)`.execute(db)
}

/**
 * A process of the previous version only knows numbers. It completes the lesson that has the number
 * now, or nothing if none has it: then it considers the lesson completed before.
 */
async function keepOldProcessesRight(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function find_completed_lesson() returns trigger
    language plpgsql set search_path from current as $$
      declare
        course text := (select course_id from enrollments where id = new.enrollment_id);
      begin
        -- The course may be of this transaction, which has not ended yet.
        perform add_placeholder_lessons(course);
        select id into new.lesson_id from lessons
        where course_id = course and number = new.lesson;
        if not found then
          return null;
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger completions_have_lessons before insert on lesson_completions
    for each row when (new.lesson_id is null)
    execute function find_completed_lesson()`.execute(db)
}

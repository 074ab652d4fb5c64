// The fields of a lesson.
export interface LessonFields {
  title: string
  text: string
}

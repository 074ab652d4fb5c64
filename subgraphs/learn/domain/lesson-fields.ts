// What a lesson says.
export interface LessonFields {
  title: string
  text: string
}

// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Course as CourseParent, Lesson as LessonParent, Enrollment as EnrollmentParent } from './tables.ts';
import type { EnrollmentResult as EnrollmentResultParent } from './domain/enrollment.ts';
import type { LearnContext } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time, UTC, as ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`. */
  DateTimeISO: { input: Date; output: Date; }
  /** A free-form JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  __typename?: 'Query';
  /** All courses that are not retired, newest first. */
  courses?: Maybe<CourseConnection>;
  /** One course, retired or not, or NOT_FOUND. */
  course?: Maybe<Course>;
};


export type QueryCoursesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  enrolled?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: InputMaybe<CourseOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCourseArgs = {
  id: Scalars['ID']['input'];
};

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Enrolls the caller in a course. Returns an existing enrollment. Somebody who has left enrolls anew,
   * with the progress they had. NOT_FOUND for a retired course, unless the caller is enrolled.
   */
  enroll?: Maybe<EnrollmentResult>;
  /**
   * Ends the caller's enrollment. Progress stays for when they enroll again, and skill points stay
   * granted. NOT_FOUND for somebody who never enrolled. Repeating it has no effect.
   */
  unenroll?: Maybe<Enrollment>;
  /**
   * Completes a lesson of a course that the caller is enrolled in (NOT_FOUND otherwise), in any order
   * and each once; repeating it has no effect. The last lesson completes the course and grants its
   * skill points.
   */
  completeLesson?: Maybe<Enrollment>;
  /** Adds a course with lessons titled Lesson 1, Lesson 2 and so on, without texts. For administrators. */
  addCourse?: Maybe<Course>;
  /** Changes a course, but not the skill points already granted. For administrators. */
  updateCourse?: Maybe<Course>;
  /**
   * Retires a course: it leaves all lists, and nobody can enroll. Enrolled people can finish it.
   * Repeating it has no effect. For administrators.
   */
  retireCourse?: Maybe<Course>;
  /**
   * Adds a lesson to a course that is not retired; later lessons move up by one. Completed courses
   * stay completed. LESSON_LIMIT if the course has 500 lessons. For administrators.
   */
  addLesson?: Maybe<Lesson>;
  /** Changes or moves a lesson. Completed lessons stay completed. For administrators. */
  updateLesson?: Maybe<Lesson>;
  /**
   * Retires a lesson: later lessons move down by one, and people who have completed all others
   * complete the course. LAST_LESSON for the only lesson of a course. Repeating it has no effect. For
   * administrators.
   */
  retireLesson?: Maybe<Lesson>;
};


export type MutationEnrollArgs = {
  courseId: Scalars['ID']['input'];
};


export type MutationUnenrollArgs = {
  courseId: Scalars['ID']['input'];
};


export type MutationCompleteLessonArgs = {
  input: CompleteLessonInput;
};


export type MutationAddCourseArgs = {
  input: AddCourseInput;
};


export type MutationUpdateCourseArgs = {
  input: UpdateCourseInput;
};


export type MutationRetireCourseArgs = {
  courseId: Scalars['ID']['input'];
};


export type MutationAddLessonArgs = {
  input: AddLessonInput;
};


export type MutationUpdateLessonArgs = {
  input: UpdateLessonInput;
};


export type MutationRetireLessonArgs = {
  lessonId: Scalars['ID']['input'];
};

/** Something to learn, lesson by lesson, for skill points. */
export type Course = {
  __typename?: 'Course';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The title. */
  title: Scalars['String']['output'];
  /** The subject. */
  description: Scalars['String']['output'];
  /** How many lessons it has; they are numbered from 1. */
  lessons: Scalars['Int']['output'];
  /** The duration, as free text. */
  duration: Scalars['String']['output'];
  /** The skill points that completing it grants. */
  skillPoints: Scalars['Int']['output'];
  /** When it was added. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** The caller's enrollment. Null if the caller is not enrolled. */
  myEnrollment?: Maybe<Enrollment>;
  /** Its lessons by number. Null for a retired course that the caller is not enrolled in. */
  syllabus?: Maybe<LessonConnection>;
};


/** Something to learn, lesson by lesson, for skill points. */
export type CourseSyllabusArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** The order of courses. */
export type CourseOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By title, in the order of their characters. */
  | 'title';

/** A page of courses. */
export type CourseConnection = {
  __typename?: 'CourseConnection';
  /** The courses of this page. */
  nodes: Array<Course>;
  /** The same courses, each with its cursor. */
  edges: Array<CourseEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A course and its position in the list. */
export type CourseEdge = {
  __typename?: 'CourseEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The course. */
  node: Course;
};

/** A part of a course. */
export type Lesson = {
  __typename?: 'Lesson';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /**
   * Its position in the course, from 1. It changes when a lesson is added, moved or retired. Null for
   * a retired lesson.
   */
  number?: Maybe<Scalars['Int']['output']>;
  /** The title. */
  title: Scalars['String']['output'];
  /**
   * The text, in Markdown. Everybody can read the first lesson of a course; other texts are null
   * unless you are enrolled.
   */
  text?: Maybe<Scalars['String']['output']>;
  /** When the caller completed it. Null if they have not. */
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** A page of lessons. */
export type LessonConnection = {
  __typename?: 'LessonConnection';
  /** The lessons of this page. */
  nodes: Array<Lesson>;
  /** The same lessons, each with its cursor. */
  edges: Array<LessonEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A lesson and its position in the list. */
export type LessonEdge = {
  __typename?: 'LessonEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The lesson. */
  node: Lesson;
};

/** One person's progress in one course. Only that person sees it. */
export type Enrollment = {
  __typename?: 'Enrollment';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The course's id. */
  courseId: Scalars['ID']['output'];
  /** The course. */
  course: Course;
  /** The person. */
  identity?: Maybe<Identity>;
  /** Whether the course is completed. */
  status: EnrollmentStatus;
  /** The number of completed lessons, except retired ones. */
  lessonsCompleted: Scalars['Int']['output'];
  /** The current numbers of the completed lessons, in ascending order; retired ones have none. */
  completedLessons: Array<Scalars['Int']['output']>;
  /** When the person enrolled. */
  enrolledAt: Scalars['DateTimeISO']['output'];
  /**
   * When the course was completed, by a lesson or by the retirement of the last one left. Null before
   * that.
   */
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When the person left the course. It is in no list then. */
  leftAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** The status of an enrollment. */
export type EnrollmentStatus =
  /** The course is not complete. */
  | 'enrolled'
  /** All lessons were completed and the skill points granted. Lessons added later change nothing. */
  | 'completed';

/** A page of enrollments. */
export type EnrollmentConnection = {
  __typename?: 'EnrollmentConnection';
  /** The enrollments of this page. */
  nodes: Array<Enrollment>;
  /** The same enrollments, each with its cursor. */
  edges: Array<EnrollmentEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An enrollment and its position in the list. */
export type EnrollmentEdge = {
  __typename?: 'EnrollmentEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The enrollment. */
  node: Enrollment;
};

/** The result of enrolling. */
export type EnrollmentResult = {
  __typename?: 'EnrollmentResult';
  /** False if the caller was already enrolled. */
  created: Scalars['Boolean']['output'];
  /** The caller's enrollment. */
  enrollment: Enrollment;
  /** The enrollment in the caller's `enrollments`. */
  enrollmentEdge: EnrollmentEdge;
};

/** A lesson to complete. */
export type CompleteLessonInput = {
  /** The course's id. */
  courseId: Scalars['ID']['input'];
  /** The lesson's current number, from 1 to the course's `lessons`. */
  lesson: Scalars['Int']['input'];
};

/** A course to add. */
export type AddCourseInput = {
  /** The title. 1 to 200 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The subject. 1 to 5,000 characters. */
  description: Scalars['String']['input'];
  /** The number of lessons. 1 to 500. */
  lessons: Scalars['Int']['input'];
  /** The duration, as free text. 1 to 100 characters. */
  duration: Scalars['String']['input'];
  /** The skill points that completing it grants. 0 to 10,000. */
  skillPoints: Scalars['Int']['input'];
};

/** Changes of a course. Absent and null fields stay unchanged. */
export type UpdateCourseInput = {
  /** The course's id. */
  id: Scalars['ID']['input'];
  /** The title. 1 to 200 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The subject. 1 to 5,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The duration, as free text. 1 to 100 characters. */
  duration?: InputMaybe<Scalars['String']['input']>;
  /** The skill points that completing it grants from now on. 0 to 10,000. */
  skillPoints?: InputMaybe<Scalars['Int']['input']>;
};

/** A lesson to add. */
export type AddLessonInput = {
  /** The course's id. */
  courseId: Scalars['ID']['input'];
  /** The title. 1 to 200 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The text, in Markdown, or empty. At most 50,000 characters. */
  text: Scalars['String']['input'];
  /** Its number, from 1 to one more than the course's `lessons`. At the end by default. */
  number?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes of a lesson. Absent and null fields stay unchanged. */
export type UpdateLessonInput = {
  /** The lesson's id. */
  id: Scalars['ID']['input'];
  /** The title. 1 to 200 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The text, in Markdown, or empty. At most 50,000 characters. */
  text?: InputMaybe<Scalars['String']['input']>;
  /** The number to move it to, from 1 to the course's `lessons`. A retired lesson has none. */
  number?: InputMaybe<Scalars['Int']['input']>;
};

/** A person of the ecosystem, with their courses. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The sum of the skill points from completed courses. Everybody sees it. */
  skillPoints?: Maybe<Scalars['Int']['output']>;
  /** The person's enrollments, newest first. Null for anybody but the caller. */
  enrollments?: Maybe<EnrollmentConnection>;
};


/** A person of the ecosystem, with their courses. */
export type IdentityEnrollmentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** That an administrator has hidden something. Only its owner and administrators see it then. */
export type Moderation = {
  __typename?: 'Moderation';
  /** When it was hidden. */
  hiddenAt: Scalars['DateTimeISO']['output'];
  /** Why it was hidden. */
  reason: Scalars['String']['output'];
};

/** The position of a page in a list (Relay Cursor Connections). */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** More items follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** More items precede this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item, absent on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** The cursor of the last item: pass it as `after` for the next page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Course: Course;
  Lesson: Lesson;
  Enrollment: Enrollment;
  Identity: Identity;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Course:
    ( { __typename: 'Course' }
    & GraphQLRecursivePick<FederationTypes['Course'], {"id":true}> );
  Lesson:
    ( { __typename: 'Lesson' }
    & GraphQLRecursivePick<FederationTypes['Lesson'], {"id":true}> );
  Enrollment:
    ( { __typename: 'Enrollment' }
    & GraphQLRecursivePick<FederationTypes['Enrollment'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Course: ResolverTypeWrapper<CourseParent>;
  CourseOrder: CourseOrder;
  CourseConnection: ResolverTypeWrapper<Connection<CourseParent>>;
  CourseEdge: ResolverTypeWrapper<Omit<CourseEdge, 'node'> & { node: ResolversTypes['Course'] }>;
  Lesson: ResolverTypeWrapper<LessonParent>;
  LessonConnection: ResolverTypeWrapper<Connection<LessonParent>>;
  LessonEdge: ResolverTypeWrapper<Omit<LessonEdge, 'node'> & { node: ResolversTypes['Lesson'] }>;
  Enrollment: ResolverTypeWrapper<EnrollmentParent>;
  EnrollmentStatus: EnrollmentStatus;
  EnrollmentConnection: ResolverTypeWrapper<Connection<EnrollmentParent>>;
  EnrollmentEdge: ResolverTypeWrapper<Omit<EnrollmentEdge, 'node'> & { node: ResolversTypes['Enrollment'] }>;
  EnrollmentResult: ResolverTypeWrapper<EnrollmentResultParent>;
  CompleteLessonInput: CompleteLessonInput;
  AddCourseInput: AddCourseInput;
  UpdateCourseInput: UpdateCourseInput;
  AddLessonInput: AddLessonInput;
  UpdateLessonInput: UpdateLessonInput;
  Identity: ResolverTypeWrapper<Omit<Identity, 'enrollments'> & { enrollments?: Maybe<ResolversTypes['EnrollmentConnection']> }>;
  DateTimeISO: ResolverTypeWrapper<Scalars['DateTimeISO']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Moderation: ResolverTypeWrapper<Moderation>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  Course: CourseParent;
  CourseConnection: Connection<CourseParent>;
  CourseEdge: Omit<CourseEdge, 'node'> & { node: ResolversParentTypes['Course'] };
  Lesson: LessonParent;
  LessonConnection: Connection<LessonParent>;
  LessonEdge: Omit<LessonEdge, 'node'> & { node: ResolversParentTypes['Lesson'] };
  Enrollment: EnrollmentParent;
  EnrollmentConnection: Connection<EnrollmentParent>;
  EnrollmentEdge: Omit<EnrollmentEdge, 'node'> & { node: ResolversParentTypes['Enrollment'] };
  EnrollmentResult: EnrollmentResultParent;
  CompleteLessonInput: CompleteLessonInput;
  AddCourseInput: AddCourseInput;
  UpdateCourseInput: UpdateCourseInput;
  AddLessonInput: AddLessonInput;
  UpdateLessonInput: UpdateLessonInput;
  Identity: Omit<Identity, 'enrollments'> & { enrollments?: Maybe<ResolversParentTypes['EnrollmentConnection']> } | FederationReferenceTypes['Identity'];
  DateTimeISO: Scalars['DateTimeISO']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Moderation: Moderation;
  PageInfo: PageInfo;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};

export type ConstraintDirectiveArgs = {
  minLength?: Maybe<Scalars['Int']['input']>;
  maxLength?: Maybe<Scalars['Int']['input']>;
  pattern?: Maybe<Scalars['String']['input']>;
  min?: Maybe<Scalars['Float']['input']>;
  max?: Maybe<Scalars['Float']['input']>;
  maxItems?: Maybe<Scalars['Int']['input']>;
};

export type ConstraintDirectiveResolver<Result, Parent, ContextType = LearnContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = LearnContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  courses?: Resolver<Maybe<ResolversTypes['CourseConnection']>, ParentType, ContextType, RequireFields<QueryCoursesArgs, 'offset'>>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<QueryCourseArgs, 'id'>>;
};

export type MutationResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  enroll?: Resolver<Maybe<ResolversTypes['EnrollmentResult']>, ParentType, ContextType, RequireFields<MutationEnrollArgs, 'courseId'>>;
  unenroll?: Resolver<Maybe<ResolversTypes['Enrollment']>, ParentType, ContextType, RequireFields<MutationUnenrollArgs, 'courseId'>>;
  completeLesson?: Resolver<Maybe<ResolversTypes['Enrollment']>, ParentType, ContextType, RequireFields<MutationCompleteLessonArgs, 'input'>>;
  addCourse?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<MutationAddCourseArgs, 'input'>>;
  updateCourse?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<MutationUpdateCourseArgs, 'input'>>;
  retireCourse?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<MutationRetireCourseArgs, 'courseId'>>;
  addLesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType, RequireFields<MutationAddLessonArgs, 'input'>>;
  updateLesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType, RequireFields<MutationUpdateLessonArgs, 'input'>>;
  retireLesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType, RequireFields<MutationRetireLessonArgs, 'lessonId'>>;
};

export type CourseResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Course'] = ResolversParentTypes['Course'], FederationReferenceType extends FederationReferenceTypes['Course'] = FederationReferenceTypes['Course']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Course']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lessons?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  duration?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  skillPoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  myEnrollment?: Resolver<Maybe<ResolversTypes['Enrollment']>, ParentType, ContextType>;
  syllabus?: Resolver<Maybe<ResolversTypes['LessonConnection']>, ParentType, ContextType, RequireFields<CourseSyllabusArgs, 'offset'>>;
};

export type CourseConnectionResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['CourseConnection'] = ResolversParentTypes['CourseConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Course']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CourseEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CourseEdgeResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['CourseEdge'] = ResolversParentTypes['CourseEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Course'], ParentType, ContextType>;
};

export type LessonResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Lesson'] = ResolversParentTypes['Lesson'], FederationReferenceType extends FederationReferenceTypes['Lesson'] = FederationReferenceTypes['Lesson']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Lesson']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
};

export type LessonConnectionResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['LessonConnection'] = ResolversParentTypes['LessonConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Lesson']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['LessonEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LessonEdgeResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['LessonEdge'] = ResolversParentTypes['LessonEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Lesson'], ParentType, ContextType>;
};

export type EnrollmentResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Enrollment'] = ResolversParentTypes['Enrollment'], FederationReferenceType extends FederationReferenceTypes['Enrollment'] = FederationReferenceTypes['Enrollment']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Enrollment']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  courseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  course?: Resolver<ResolversTypes['Course'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EnrollmentStatus'], ParentType, ContextType>;
  lessonsCompleted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  completedLessons?: Resolver<Array<ResolversTypes['Int']>, ParentType, ContextType>;
  enrolledAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  leftAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
};

export type EnrollmentConnectionResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['EnrollmentConnection'] = ResolversParentTypes['EnrollmentConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Enrollment']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['EnrollmentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EnrollmentEdgeResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['EnrollmentEdge'] = ResolversParentTypes['EnrollmentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Enrollment'], ParentType, ContextType>;
};

export type EnrollmentResultResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['EnrollmentResult'] = ResolversParentTypes['EnrollmentResult']> = {
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  enrollment?: Resolver<ResolversTypes['Enrollment'], ParentType, ContextType>;
  enrollmentEdge?: Resolver<ResolversTypes['EnrollmentEdge'], ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  skillPoints?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  enrollments?: Resolver<Maybe<ResolversTypes['EnrollmentConnection']>, ParentType, ContextType, RequireFields<IdentityEnrollmentsArgs, 'offset'>>;
};

export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type ModerationResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = LearnContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Course?: CourseResolvers<ContextType>;
  CourseConnection?: CourseConnectionResolvers<ContextType>;
  CourseEdge?: CourseEdgeResolvers<ContextType>;
  Lesson?: LessonResolvers<ContextType>;
  LessonConnection?: LessonConnectionResolvers<ContextType>;
  LessonEdge?: LessonEdgeResolvers<ContextType>;
  Enrollment?: EnrollmentResolvers<ContextType>;
  EnrollmentConnection?: EnrollmentConnectionResolvers<ContextType>;
  EnrollmentEdge?: EnrollmentEdgeResolvers<ContextType>;
  EnrollmentResult?: EnrollmentResultResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = LearnContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};

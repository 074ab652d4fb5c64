// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Course as CourseParent, Lesson as LessonParent, Enrollment as EnrollmentParent } from './tables.ts';
import type { EnrollmentResult as EnrollmentResultParent } from './domain/enrollment.ts';
import type { LearnContext } from './context.ts';
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTimeISO: { input: Date; output: Date; }
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};
export type Query = {
  courses?: Maybe<CourseConnection>;
  course?: Maybe<Course>;
  learnEvents?: Maybe<EventPage>;
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
export type QueryLearnEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  enroll?: Maybe<EnrollmentResult>;
  unenroll?: Maybe<Enrollment>;
  completeLesson?: Maybe<Enrollment>;
  addCourse?: Maybe<Course>;
  updateCourse?: Maybe<Course>;
  retireCourse?: Maybe<Course>;
  addLesson?: Maybe<Lesson>;
  updateLesson?: Maybe<Lesson>;
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
export type Subscription = {
  course?: Maybe<Course>;
};
export type SubscriptionCourseArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Course = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  lessons: Scalars['Int']['output'];
  duration: Scalars['String']['output'];
  skillPoints: Scalars['Int']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  myEnrollment?: Maybe<Enrollment>;
  syllabus?: Maybe<LessonConnection>;
};
export type CourseSyllabusArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type CourseOrder =
  | 'newest'
  | 'oldest'
  | 'title';
export type CourseConnection = {
  nodes: Array<Course>;
  edges: Array<CourseEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type CourseEdge = {
  cursor: Scalars['String']['output'];
  node: Course;
};
export type Lesson = {
  id: Scalars['ID']['output'];
  number?: Maybe<Scalars['Int']['output']>;
  title: Scalars['String']['output'];
  text?: Maybe<Scalars['String']['output']>;
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type LessonConnection = {
  nodes: Array<Lesson>;
  edges: Array<LessonEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type LessonEdge = {
  cursor: Scalars['String']['output'];
  node: Lesson;
};
export type Enrollment = {
  id: Scalars['ID']['output'];
  courseId: Scalars['ID']['output'];
  course: Course;
  identity?: Maybe<Identity>;
  status: EnrollmentStatus;
  lessonsCompleted: Scalars['Int']['output'];
  completedLessons: Array<Scalars['Int']['output']>;
  enrolledAt: Scalars['DateTimeISO']['output'];
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  leftAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type EnrollmentStatus =
  | 'enrolled'
  | 'completed';
export type EnrollmentConnection = {
  nodes: Array<Enrollment>;
  edges: Array<EnrollmentEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type EnrollmentEdge = {
  cursor: Scalars['String']['output'];
  node: Enrollment;
};
export type EnrollmentResult = {
  created: Scalars['Boolean']['output'];
  enrollment: Enrollment;
  enrollmentEdge: EnrollmentEdge;
};
export type CompleteLessonInput = {
  courseId: Scalars['ID']['input'];
  lesson: Scalars['Int']['input'];
};
export type AddCourseInput = {
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  lessons: Scalars['Int']['input'];
  duration: Scalars['String']['input'];
  skillPoints: Scalars['Int']['input'];
};
export type UpdateCourseInput = {
  id: Scalars['ID']['input'];
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  duration?: InputMaybe<Scalars['String']['input']>;
  skillPoints?: InputMaybe<Scalars['Int']['input']>;
};
export type AddLessonInput = {
  courseId: Scalars['ID']['input'];
  title: Scalars['String']['input'];
  text: Scalars['String']['input'];
  number?: InputMaybe<Scalars['Int']['input']>;
};
export type UpdateLessonInput = {
  id: Scalars['ID']['input'];
  title?: InputMaybe<Scalars['String']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
  number?: InputMaybe<Scalars['Int']['input']>;
};
export type Identity = {
  id: Scalars['ID']['output'];
  skillPoints?: Maybe<Scalars['Int']['output']>;
  enrollments?: Maybe<EnrollmentConnection>;
};
export type IdentityEnrollmentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type Moderation = {
  hiddenAt: Scalars['DateTimeISO']['output'];
  reason: Scalars['String']['output'];
};
export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
  endCursor?: Maybe<Scalars['String']['output']>;
};
export type Event = {
  cursor: Scalars['String']['output'];
  type: Scalars['String']['output'];
  subject: EventSubject;
  related: Array<Scalars['ID']['output']>;
  at: Scalars['DateTimeISO']['output'];
  owner?: Maybe<Scalars['ID']['output']>;
};
export type EventSubject = {
  type: Scalars['String']['output'];
  id: Scalars['ID']['output'];
};
export type EventPage = {
  events: Array<Event>;
  next: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  gap: Scalars['Boolean']['output'];
  isFollowed?: Maybe<Scalars['Boolean']['output']>;
};
export type EventPageIsFollowedArgs = {
  within: Scalars['Int']['input'];
};
export type FederationTypes = {
  Course: Course;
  Lesson: Lesson;
  Enrollment: Enrollment;
  Identity: Identity;
};
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
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Event: ResolverTypeWrapper<Event>;
  EventSubject: ResolverTypeWrapper<EventSubject>;
  EventPage: ResolverTypeWrapper<EventPage>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
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
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
export type QueryResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  courses?: Resolver<Maybe<ResolversTypes['CourseConnection']>, ParentType, ContextType, RequireFields<QueryCoursesArgs, 'offset'>>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<QueryCourseArgs, 'id'>>;
  learnEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryLearnEventsArgs>>;
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
export type SubscriptionResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  course?: SubscriptionResolver<Maybe<ResolversTypes['Course']>, "course", ParentType, ContextType, RequireFields<SubscriptionCourseArgs, 'id'>>;
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
export type EventResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = LearnContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = LearnContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
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
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};

// The schemas that get a name in the OpenAPI document. Add a schema when clients should have it as a type of that name.

import type { z } from 'zod'
import { logInRequest, meResponse, ownUser, signUpRequest, signedInResponse } from '../accounts/api.ts'
import { peopleResponse, person } from '../accounts/people-api.ts'
import { personSummary } from '../accounts/person-summary-api.ts'
import { certificate } from '../leaderboard/certificates-api.ts'
import { currentDayResponse, daysResponse, ownDay } from '../challenge/api.ts'
import {
  boardDay,
  boardEntry,
  boardResponse,
  pointsResponse,
  showcaseResponse,
  showcaseRow,
} from '../leaderboard/api.ts'
import { challengeOptions } from '../challenge/options-api.ts'
import { communityMember, communityResponse, communityUser, feedItem } from '../community/api.ts'
import { discussionCard, reply } from '../community/discussions-api.ts'
import { notification, notificationsResponse } from '../notifications/api.ts'
import {
  projectCard,
  projectResponse,
  projectsResponse,
  reviewRequest,
  submitProjectRequest,
  submitProjectResponse,
} from '../projects/api.ts'
import { criteria, ratingsResponse, submitRatingRequest } from '../judging/ratings-api.ts'
import { commentsResponse, likeResponse } from '../community/reactions-api.ts'
import { commandResponse } from './responses.ts'

export const namedSchemas = {
  CommandResponse: commandResponse,
  SignUpRequest: signUpRequest,
  LogInRequest: logInRequest,
  SignedInResponse: signedInResponse,
  MeResponse: meResponse,
  OwnUser: ownUser,
  Person: person,
  PeopleResponse: peopleResponse,
  CurrentDayResponse: currentDayResponse,
  DaysResponse: daysResponse,
  OwnDay: ownDay,
  Certificate: certificate,
  ChallengeOptions: challengeOptions,
  LeaderboardResponse: boardResponse,
  LeaderboardEntry: boardEntry,
  LeaderboardDay: boardDay,
  PointsResponse: pointsResponse,
  ShowcaseResponse: showcaseResponse,
  ShowcaseRow: showcaseRow,
  CommunityResponse: communityResponse,
  CommunityMember: communityMember,
  CommunityUser: communityUser,
  ActivityItem: feedItem,
  DiscussionCard: discussionCard,
  PersonSummary: personSummary,
  Reply: reply,
  NotificationsResponse: notificationsResponse,
  Notification: notification,
  Project: projectCard,
  ProjectResponse: projectResponse,
  ProjectsResponse: projectsResponse,
  SubmitProjectRequest: submitProjectRequest,
  SubmitProjectResponse: submitProjectResponse,
  ReviewRequest: reviewRequest,
  RatingCriteria: criteria,
  RatingsResponse: ratingsResponse,
  SubmitRatingRequest: submitRatingRequest,
  LikeResponse: likeResponse,
  CommentsResponse: commentsResponse,
} as const satisfies Record<string, z.ZodType>

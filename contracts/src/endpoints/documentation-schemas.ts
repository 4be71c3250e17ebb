import type { z } from 'zod'
import {
  logInRequest,
  meResponse,
  ownUser,
  signUpRequest,
  signedInResponse,
} from '../api/accounts/accounts.ts'
import { peopleResponse, person } from '../api/accounts/people.ts'
import { certificate } from '../api/challenge/certificates.ts'
import { currentDayResponse, daysResponse, ownDay } from '../api/challenge/challenge.ts'
import {
  boardDay,
  boardEntry,
  boardResponse,
  pointsResponse,
  showcaseResponse,
  showcaseRow,
} from '../api/challenge/leaderboard.ts'
import { challengeOptions } from '../api/challenge/options.ts'
import { communityMember, communityResponse, communityUser, feedItem } from '../api/community/community.ts'
import { discussionCard, personSummary, reply } from '../api/community/discussions.ts'
import { notification, notificationsResponse } from '../api/community/notifications.ts'
import {
  projectCard,
  projectResponse,
  projectsResponse,
  reviewRequest,
  submitProjectRequest,
  submitProjectResponse,
} from '../api/projects/projects.ts'
import { criteria, ratingsResponse, submitRatingRequest } from '../api/projects/ratings.ts'
import { commentsResponse, likeResponse } from '../api/projects/reactions.ts'
import { commandResponse } from '../api/responses.ts'

/** The schemas that have a name in the API documentation; a client generated from it has types with these names. */
export const documentedSchemas = {
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

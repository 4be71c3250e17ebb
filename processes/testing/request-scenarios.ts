import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { password, secrets } from './product.ts'
import {
  postComment,
  projectFields,
  openDiscussion,
  multipartForm,
  onePixelPng,
  submitProject,
  postReply,
  requestResetToken,
  type RequestScenario,
  type ScenarioContext,
} from './scenario.ts'

type Arrangements = {
  [Group in keyof typeof endpoints]: {
    [Name in keyof (typeof endpoints)[Group]]:
      RequestScenario | readonly [RequestScenario, ...RequestScenario[]]
  }
}

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }

const aboutProject = async ({ product, owner }: ScenarioContext) => ({
  params: { projectId: await submitProject(product, owner) },
})
const aboutOwner = ({ owner }: ScenarioContext) => ({ params: { userId: owner.id } })
const aboutDiscussion = async ({ product, owner }: ScenarioContext) => ({
  params: { discussionId: await openDiscussion(product, owner) },
})
const aboutReply = async (scene: ScenarioContext) => {
  const { discussionId } = (await aboutDiscussion(scene)).params
  return { params: { discussionId, replyId: await postReply(scene.product, scene.owner, discussionId) } }
}
/** The challenge begins one day, unless it is known already when. */
const scheduled = async ({ product, admin }: ScenarioContext) => {
  const body = { startsAt: '2039-03-01T08:00:00Z' }
  await product.ask({ method: 'POST', path: '/api/admin/challenge/start', body, token: admin.token })
  return { body: { startsAt: '2039-04-01T08:00:00Z' } }
}
const link = { url: 'https://clocks.example.dev/' }
const words = { title: 'Clocks', text: 'Which one?' }

let newcomers = 0
const newcomer = () => {
  const username = `newcomer_${(newcomers += 1)}`
  return { fullName: 'New Comer', username, email: `${username}@people.example`, password }
}

/** A valid request for every call there is. A call that is missing here is a call whose rights nobody has seen. */
export const requestScenarios: Arrangements = {
  accounts: {
    signUp: { request: () => ({ body: newcomer() }) },
    logIn: {
      request: ({ sender, owner }) => ({ body: { emailOrUsername: (sender ?? owner).email, password } }),
      statusOverrides: { I: 401 },
    },
    adminSignUp: {
      request: () => ({ body: { ...newcomer(), adminKey: secrets.ADMIN_REGISTRATION_KEY } }),
    },
    me: {},
    changePassword: {
      request: () => ({ body: { currentPassword: password, newPassword: 'Another-horse-8' } }),
    },
    logOut: {},
    logOutEverywhere: {},
    deleteAccount: { request: () => ({ body: { password } }) },
  },
  passwordReset: {
    forgotPassword: { request: ({ owner }) => ({ body: { email: owner.email } }) },
    resetPassword: {
      request: async ({ product, owner }) => ({
        body: { token: await requestResetToken(product, owner), password: 'Another-horse-8' },
      }),
    },
  },
  social: {
    providers: {},
    github: { request: () => ({ query: { redirect: '/dashboard' } }) },
    google: { request: () => ({ query: { redirect: '/dashboard' } }) },
    githubCallback: { request: () => ({ query: { error: 'access_denied' } }) },
    googleCallback: { request: () => ({ query: { error: 'access_denied' } }) },
  },
  profile: {
    change: { request: () => ({ body: { bio: 'Makes clocks.' } }) },
    bookmarks: {},
    addBookmark: { request: () => ({ body: link }) },
    addBookmarks: { request: () => ({ body: { urls: [link.url] } }) },
    removeBookmark: { request: () => ({ body: link }) },
  },
  people: {
    list: {},
    count: {},
    countActive: {},
    setStatus: { request: (scene) => ({ ...aboutOwner(scene), body: { status: 'inactive' } }) },
  },
  challenge: {
    currentDay: {},
    start: { needsOwnProduct: true },
    changeSchedule: { needsOwnProduct: true, request: scheduled },
    cancelSchedule: { needsOwnProduct: true, request: async (scene) => (await scheduled(scene), {}) },
  },
  completions: {
    complete: { request: () => ({ params: { day: '3' } }) },
    reopen: { request: () => ({ params: { day: '3' } }) },
    mine: {},
  },
  projects: {
    uploadScreenshot: { request: () => multipartForm('projectImage', onePixelPng) },
    submit: { request: ({ sender, owner }) => ({ body: { ...projectFields(sender ?? owner), day: 2 } }) },
    change: [
      {
        label: 'by status',
        request: async (scene) => ({ ...(await aboutProject(scene)), body: { status: 'approved' } }),
        statusOverrides: { U: 403, X: 403 },
      },
      {
        label: 'by fields',
        request: async (scene) => ({
          ...(await aboutProject(scene)),
          body: { ...projectFields(scene.owner), projectName: 'Tomato watch' },
        }),
        statusOverrides: { X: 403, A: 403 },
      },
    ],
    withdraw: { request: aboutProject, statusOverrides: { X: 403, A: 403 } },
    mine: {},
    all: { request: () => ({ query: { populate: 'user' } }) },
    count: {},
    ofUser: { request: aboutOwner },
    countOfUser: { request: aboutOwner },
    one: { request: aboutProject },
  },
  ratings: {
    submit: {
      request: async (scene) => {
        const { projectId } = (await aboutProject(scene)).params
        return { body: { projectId, criteria, feedback: 'Neat.' } }
      },
      statusOverrides: { U: 403 },
    },
    ofProject: { request: aboutProject },
  },
  pictures: {
    uploadProfileImage: { request: () => multipartForm('profileImage', onePixelPng) },
    removeProfileImage: {},
  },
  reactions: {
    like: { request: aboutProject },
    unlike: { request: aboutProject },
    comments: { request: aboutProject },
    postComment: { request: async (scene) => ({ ...(await aboutProject(scene)), body: { text: 'Neat.' } }) },
    removeComment: {
      request: async (scene) => {
        const { projectId } = (await aboutProject(scene)).params
        return { params: { projectId, commentId: await postComment(scene.product, scene.owner, projectId) } }
      },
      statusOverrides: { X: 403 },
    },
    view: { request: aboutProject },
  },
  leaderboard: { board: {}, history: {}, showcase: {}, points: { request: aboutOwner } },
  statistics: { cards: {} },
  search: { search: { request: () => ({ query: { q: 'some' } }) } },
  notifications: { list: {}, read: { request: () => ({ body: { upTo: '1' } }) } },
  community: { allData: {}, feed: {}, members: {} },
  discussions: {
    list: {},
    open: { request: () => ({ body: words }) },
    one: { request: aboutDiscussion },
    revise: {
      request: async (scene) => ({ ...(await aboutDiscussion(scene)), body: words }),
      statusOverrides: { X: 403, A: 403 },
    },
    remove: { request: aboutDiscussion, statusOverrides: { X: 403 } },
    reply: { request: async (scene) => ({ ...(await aboutDiscussion(scene)), body: { text: 'Any.' } }) },
    reviseReply: {
      request: async (scene) => ({ ...(await aboutReply(scene)), body: { text: 'None.' } }),
      statusOverrides: { X: 403, A: 403 },
    },
    removeReply: { request: aboutReply, statusOverrides: { X: 403 } },
  },
  documentation: { openApi: {}, page: {}, style: {} },
}

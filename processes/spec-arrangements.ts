import type { calls } from '@thirty/contracts/calls/calls.ts'
import { password, secrets } from './spec-product.ts'
import {
  commentOn,
  contentOf,
  discussionOf,
  form,
  pixel,
  projectOf,
  replyTo,
  resetTokenOf,
  type Arrangement,
  type Scene,
} from './spec-scene.ts'

type Arrangements = {
  [Group in keyof typeof calls]: {
    [Name in keyof (typeof calls)[Group]]: Arrangement | readonly [Arrangement, ...Arrangement[]]
  }
}

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }

const aboutProject = async ({ product, owner }: Scene) => ({
  params: { projectId: await projectOf(product, owner) },
})
const aboutOwner = ({ owner }: Scene) => ({ params: { userId: owner.id } })
const aboutDiscussion = async ({ product, owner }: Scene) => ({
  params: { discussionId: await discussionOf(product, owner) },
})
const aboutReply = async (scene: Scene) => {
  const { discussionId } = (await aboutDiscussion(scene)).params
  return { params: { discussionId, replyId: await replyTo(scene.product, scene.owner, discussionId) } }
}
/** The challenge begins one day, unless it is known already when. */
const scheduled = async ({ product, admin }: Scene) => {
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
export const arrangements: Arrangements = {
  accounts: {
    signUp: { given: () => ({ body: newcomer() }) },
    logIn: {
      given: ({ sender, owner }) => ({ body: { emailOrUsername: (sender ?? owner).email, password } }),
      but: { I: 401 },
    },
    adminSignUp: {
      given: () => ({ body: { ...newcomer(), adminKey: secrets.ADMIN_REGISTRATION_KEY } }),
    },
    me: {},
    changePassword: {
      given: () => ({ body: { currentPassword: password, newPassword: 'Another-horse-8' } }),
    },
    logOut: {},
    logOutEverywhere: {},
    deleteAccount: { given: () => ({ body: { password } }) },
  },
  passwordReset: {
    forgotPassword: { given: ({ owner }) => ({ body: { email: owner.email } }) },
    resetPassword: {
      given: async ({ product, owner }) => ({
        body: { token: await resetTokenOf(product, owner), password: 'Another-horse-8' },
      }),
    },
  },
  social: {
    providers: {},
    github: { given: () => ({ query: { redirect: '/dashboard' } }) },
    google: { given: () => ({ query: { redirect: '/dashboard' } }) },
    githubCallback: { given: () => ({ query: { error: 'access_denied' } }) },
    googleCallback: { given: () => ({ query: { error: 'access_denied' } }) },
  },
  profile: {
    change: { given: () => ({ body: { bio: 'Makes clocks.' } }) },
    bookmarks: {},
    addBookmark: { given: () => ({ body: link }) },
    addBookmarks: { given: () => ({ body: { urls: [link.url] } }) },
    removeBookmark: { given: () => ({ body: link }) },
  },
  people: {
    list: {},
    count: {},
    countActive: {},
    setStatus: { given: (scene) => ({ ...aboutOwner(scene), body: { status: 'inactive' } }) },
  },
  challenge: {
    currentDay: {},
    start: { isAlone: true },
    changeSchedule: { isAlone: true, given: scheduled },
    cancelSchedule: { isAlone: true, given: async (scene) => (await scheduled(scene), {}) },
  },
  completions: {
    complete: { given: () => ({ params: { day: '3' } }) },
    reopen: { given: () => ({ params: { day: '3' } }) },
    mine: {},
  },
  projects: {
    uploadScreenshot: { given: () => form('projectImage', pixel) },
    submit: { given: ({ sender, owner }) => ({ body: { ...contentOf(sender ?? owner), day: 2 } }) },
    change: [
      {
        when: 'by status',
        given: async (scene) => ({ ...(await aboutProject(scene)), body: { status: 'approved' } }),
        but: { U: 403, X: 403 },
      },
      {
        when: 'by fields',
        given: async (scene) => ({
          ...(await aboutProject(scene)),
          body: { ...contentOf(scene.owner), projectName: 'Tomato watch' },
        }),
        but: { X: 403, A: 403 },
      },
    ],
    withdraw: { given: aboutProject, but: { X: 403, A: 403 } },
    mine: {},
    all: { given: () => ({ query: { populate: 'user' } }) },
    count: {},
    ofUser: { given: aboutOwner },
    countOfUser: { given: aboutOwner },
    one: { given: aboutProject },
  },
  ratings: {
    submit: {
      given: async (scene) => {
        const { projectId } = (await aboutProject(scene)).params
        return { body: { projectId, criteria, feedback: 'Neat.' } }
      },
      but: { U: 403 },
    },
    ofProject: { given: aboutProject },
  },
  pictures: {
    uploadProfileImage: { given: () => form('profileImage', pixel) },
    removeProfileImage: {},
  },
  reactions: {
    like: { given: aboutProject },
    unlike: { given: aboutProject },
    comments: { given: aboutProject },
    postComment: { given: async (scene) => ({ ...(await aboutProject(scene)), body: { text: 'Neat.' } }) },
    removeComment: {
      given: async (scene) => {
        const { projectId } = (await aboutProject(scene)).params
        return { params: { projectId, commentId: await commentOn(scene.product, scene.owner, projectId) } }
      },
      but: { X: 403 },
    },
    view: { given: aboutProject },
  },
  leaderboard: { board: {}, history: {}, showcase: {}, points: { given: aboutOwner } },
  statistics: { cards: {} },
  search: { search: { given: () => ({ query: { q: 'some' } }) } },
  notifications: { list: {}, read: { given: () => ({ body: { upTo: '1' } }) } },
  community: { allData: {}, feed: {}, members: {} },
  discussions: {
    list: {},
    open: { given: () => ({ body: words }) },
    one: { given: aboutDiscussion },
    revise: {
      given: async (scene) => ({ ...(await aboutDiscussion(scene)), body: words }),
      but: { X: 403, A: 403 },
    },
    remove: { given: aboutDiscussion, but: { X: 403 } },
    reply: { given: async (scene) => ({ ...(await aboutDiscussion(scene)), body: { text: 'Any.' } }) },
    reviseReply: {
      given: async (scene) => ({ ...(await aboutReply(scene)), body: { text: 'None.' } }),
      but: { X: 403, A: 403 },
    },
    removeReply: { given: aboutReply, but: { X: 403 } },
  },
  documentation: { openApi: {}, page: {}, style: {} },
}

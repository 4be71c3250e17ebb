import {
  certificateOf,
  postComment,
  projectFields,
  openDiscussion,
  multipartForm,
  onePixelPng,
  postReply,
} from '../scenario.ts'
import type { ScenarioContext } from '../scenario.ts'
import { aboutOwner, aboutProject } from './shared.ts'
import type { Scenarios } from './shared.ts'

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
const aboutDiscussion = async ({ product, owner }: ScenarioContext) => ({
  params: { discussionId: await openDiscussion(product, owner) },
})
const aboutReply = async (context: ScenarioContext) => {
  const { discussionId } = (await aboutDiscussion(context)).params
  return { params: { discussionId, replyId: await postReply(context.product, context.owner, discussionId) } }
}
const aboutComment = async (context: ScenarioContext) => {
  const { projectId } = (await aboutProject(context)).params
  return { params: { projectId, commentId: await postComment(context.product, context.owner, projectId) } }
}
const discussion = { title: 'Clocks', text: 'Which one?' }

/** Requests with which participants take part, and what everybody reads. */
export const participantScenarios: Scenarios = {
  completions: {
    complete: { request: () => ({ params: { day: '3' } }) },
    reopen: { request: () => ({ params: { day: '3' } }) },
  },
  projects: {
    uploadScreenshot: { request: () => multipartForm('projectImage', onePixelPng) },
    submit: { request: ({ sender, owner }) => ({ body: { ...projectFields(sender ?? owner), day: 2 } }) },
    change: [
      {
        label: 'by status',
        request: async (context) => ({ ...(await aboutProject(context)), body: { status: 'approved' } }),
        statusOverrides: { U: 403, X: 403, VI: 403 },
      },
      {
        label: 'by fields',
        request: async (context) => ({
          ...(await aboutProject(context)),
          body: { ...projectFields(context.owner), projectName: 'Tomato watch' },
        }),
        statusOverrides: { X: 403, A: 403 },
      },
    ],
    reviewMany: {
      request: async (context) => ({
        body: { status: 'approved', projectIds: [(await aboutProject(context)).params.projectId] },
      }),
    },
    withdraw: { request: aboutProject, statusOverrides: { X: 403, A: 403 } },
    all: { request: () => ({ query: { populate: 'user' } }) },
    ofUser: { request: aboutOwner },
    countOfUser: { request: aboutOwner },
    one: { request: aboutProject },
  },
  ratings: {
    submit: {
      request: async (context) => {
        const { projectId } = (await aboutProject(context)).params
        return { body: { projectId, criteria, feedback: 'Neat.' } }
      },
      statusOverrides: { U: 403 },
    },
    ofProject: { request: aboutProject },
    mine: { request: aboutProject },
  },
  drafts: {
    save: {
      request: ({ owner, sender = owner }) => ({
        params: { day: '7' },
        body: {
          version: 'version-of-a-scenario',
          replaces: [],
          writtenAgoMs: 0,
          content: {
            projectName: 'Tomato clock',
            liveLink: '',
            repoLink: '',
            description: 'Counts down.',
            languages: '',
            frameworks: '',
            screenshot: { name: 'clock.png', bytes: 400, imageUrl: projectFields(sender).imageUrl },
          },
        },
      }),
    },
    discard: {
      request: () => ({ params: { day: '7' }, body: { versions: ['version-of-a-scenario'] } }),
    },
  },
  reactions: {
    like: { request: aboutProject },
    unlike: { request: aboutProject },
    comments: { request: aboutProject },
    postComment: {
      request: async (context) => ({ ...(await aboutProject(context)), body: { text: 'Neat.' } }),
    },
    removeComment: {
      request: aboutComment,
      statusOverrides: { X: 403, VI: 403 },
    },
    hideComment: {
      request: async (context) => ({ ...(await aboutComment(context)), body: { reason: 'Off topic.' } }),
    },
    showComment: { request: aboutComment },
    view: { request: aboutProject },
  },
  leaderboard: { points: { request: aboutOwner } },
  certificates: {
    ofCode: {
      request: async ({ product, owner }) => ({ params: { code: await certificateOf(product, owner) } }),
    },
  },
  cards: {
    project: { request: aboutProject },
    // Of somebody else: a pending user has no card.
    participant: {
      request: async ({ product }) => ({ params: { userId: (await product.participant()).id } }),
    },
    certificate: {
      request: async ({ product, owner }) => ({ params: { code: await certificateOf(product, owner) } }),
    },
  },
  search: { search: { request: () => ({ query: { q: 'some' } }) } },
  notifications: { read: { request: () => ({ body: { upTo: '1' } }) } },
  discussions: {
    open: { request: () => ({ body: discussion }) },
    one: { request: aboutDiscussion },
    revise: {
      request: async (context) => ({ ...(await aboutDiscussion(context)), body: discussion }),
      statusOverrides: { X: 403, A: 403 },
    },
    remove: { request: aboutDiscussion, statusOverrides: { X: 403, VI: 403 } },
    reply: { request: async (context) => ({ ...(await aboutDiscussion(context)), body: { text: 'Any.' } }) },
    reviseReply: {
      request: async (context) => ({ ...(await aboutReply(context)), body: { text: 'None.' } }),
      statusOverrides: { X: 403, A: 403 },
    },
    removeReply: { request: aboutReply, statusOverrides: { X: 403, VI: 403 } },
    hide: {
      request: async (context) => ({ ...(await aboutDiscussion(context)), body: { reason: 'Off topic.' } }),
    },
    show: { request: aboutDiscussion },
    hideReply: {
      request: async (context) => ({ ...(await aboutReply(context)), body: { reason: 'Off topic.' } }),
    },
    showReply: { request: aboutReply },
  },
}

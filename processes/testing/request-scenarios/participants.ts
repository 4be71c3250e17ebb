import type { ScenarioContext } from '../scenario.ts'
import { aboutOwner, aboutProject, withBody } from './shared.ts'
import type { Scenarios } from './shared.ts'
import { multipartForm, onePixelPng, projectFields } from '../fixtures.ts'

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
const aboutDiscussion = async ({ product, owner }: ScenarioContext) => ({
  params: { discussionId: await product.openDiscussion(owner) },
})
const aboutReply = async (context: ScenarioContext) => {
  const { discussionId } = (await aboutDiscussion(context)).params
  return { params: { discussionId, replyId: await context.product.postReply(context.owner, discussionId) } }
}
const aboutComment = async (context: ScenarioContext) => {
  const { projectId } = (await aboutProject(context)).params
  return { params: { projectId, commentId: await context.product.postComment(context.owner, projectId) } }
}
const discussion = { title: 'Clocks', text: 'Which one?' }

/** Requests with which participants take part, and what everybody reads. */
export const participantScenarios: Scenarios = {
  completions: {
    complete: () => ({ params: { day: '3' } }),
    reopen: () => ({ params: { day: '3' } }),
  },
  projects: {
    uploadScreenshot: () => multipartForm('projectImage', onePixelPng),
    submit: ({ sender, owner }) => ({ body: { ...projectFields(sender ?? owner), day: 2 } }),
    change: [
      {
        label: 'by status',
        request: withBody(aboutProject, { status: 'approved' }),
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
    reviewMany: async (context) => ({
      body: { status: 'approved', projectIds: [(await aboutProject(context)).params.projectId] },
    }),
    withdraw: { request: aboutProject, statusOverrides: { X: 403, A: 403 } },
    all: () => ({ query: { populate: 'user' } }),
    ofUser: aboutOwner,
    countOfUser: aboutOwner,
    one: aboutProject,
  },
  ratings: {
    submit: {
      request: async (context) => {
        const { projectId } = (await aboutProject(context)).params
        return { body: { projectId, criteria, feedback: 'Neat.' } }
      },
      statusOverrides: { U: 403 },
    },
    ofProject: aboutProject,
    mine: aboutProject,
  },
  drafts: {
    save: ({ owner, sender = owner }) => ({
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
    discard: () => ({ params: { day: '7' }, body: { versions: ['version-of-a-scenario'] } }),
  },
  reactions: {
    like: aboutProject,
    unlike: aboutProject,
    comments: aboutProject,
    postComment: withBody(aboutProject, { text: 'Neat.' }),
    removeComment: {
      request: aboutComment,
      statusOverrides: { X: 403, VI: 403 },
    },
    hideComment: withBody(aboutComment, { reason: 'Off topic.' }),
    showComment: aboutComment,
    view: aboutProject,
  },
  leaderboard: { points: aboutOwner },
  certificates: {
    ofCode: async ({ product, owner }) => ({ params: { code: await product.certificateOf(owner) } }),
  },
  cards: {
    project: aboutProject,
    // Of somebody else: a pending user has no card.
    participant: async ({ product }) => ({ params: { userId: (await product.participant()).id } }),
    certificate: async ({ product, owner }) => ({ params: { code: await product.certificateOf(owner) } }),
  },
  search: { search: () => ({ query: { q: 'some' } }) },
  notifications: { read: () => ({ body: { upTo: '1' } }) },
  discussions: {
    open: () => ({ body: discussion }),
    one: aboutDiscussion,
    revise: {
      request: withBody(aboutDiscussion, discussion),
      statusOverrides: { X: 403, A: 403 },
    },
    remove: { request: aboutDiscussion, statusOverrides: { X: 403, VI: 403 } },
    reply: withBody(aboutDiscussion, { text: 'Any.' }),
    reviseReply: {
      request: withBody(aboutReply, { text: 'None.' }),
      statusOverrides: { X: 403, A: 403 },
    },
    removeReply: { request: aboutReply, statusOverrides: { X: 403, VI: 403 } },
    hide: withBody(aboutDiscussion, { reason: 'Off topic.' }),
    show: aboutDiscussion,
    hideReply: withBody(aboutReply, { reason: 'Off topic.' }),
    showReply: aboutReply,
  },
}

import { multipartForm, onePixelPng, projectFields, stars } from '../fixtures.ts'
import type { Scenarios } from '../scenario.ts'

const offTopic = () => ({ body: { reason: 'Off topic.' } })
const discussion = { title: 'Clocks', text: 'Which one?' }

/** Requests with which participants take part, and what everybody reads. */
export const participantScenarios: Scenarios = {
  projects: {
    uploadScreenshot: () => multipartForm('projectImage', onePixelPng),
    submit: ({ sender, owner }) => ({ body: { ...projectFields(sender ?? owner), day: 2 } }),
    change: [
      {
        label: 'by status',
        request: () => ({ body: { status: 'approved' } }),
        statusOverrides: { U: 403, X: 403, VI: 403 },
      },
      {
        label: 'by fields',
        request: ({ owner }) => ({ body: { ...projectFields(owner), projectName: 'Tomato watch' } }),
        statusOverrides: { X: 403, A: 403 },
      },
    ],
    reviewMany: async ({ product, owner }) => ({
      body: { status: 'approved', projectIds: [await product.submitProject(owner)] },
    }),
    withdraw: { statusOverrides: { X: 403, A: 403 } },
    all: () => ({ query: { populate: 'user' } }),
  },
  ratings: {
    submit: {
      request: async ({ product, owner }) => ({
        body: { projectId: await product.submitProject(owner), criteria: stars(4), feedback: 'Neat.' },
      }),
      statusOverrides: { U: 403 },
    },
  },
  drafts: {
    save: ({ owner, sender = owner }) => ({
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
    discard: () => ({ body: { versions: ['version-of-a-scenario'] } }),
  },
  reactions: {
    postComment: () => ({ body: { text: 'Neat.' } }),
    removeComment: { statusOverrides: { X: 403, VI: 403 } },
    hideComment: offTopic,
  },
  cards: {
    // Of somebody else: a pending user has no card.
    participant: async ({ product }) => ({ params: { userId: (await product.participant()).id } }),
  },
  search: { search: () => ({ query: { q: 'some' } }) },
  notifications: { read: () => ({ body: { upTo: '1' } }) },
  discussions: {
    open: () => ({ body: discussion }),
    revise: { request: () => ({ body: discussion }), statusOverrides: { X: 403, A: 403 } },
    remove: { statusOverrides: { X: 403, VI: 403 } },
    reply: () => ({ body: { text: 'Any.' } }),
    reviseReply: { request: () => ({ body: { text: 'None.' } }), statusOverrides: { X: 403, A: 403 } },
    removeReply: { statusOverrides: { X: 403, VI: 403 } },
    hide: offTopic,
    hideReply: offTopic,
  },
}

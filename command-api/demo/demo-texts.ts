/** Comments on projects. */
export const demoComments = [
  'Love the keyboard shortcuts. Did you write the focus trap yourself?',
  'Works well on my old phone, too. Nice and small.',
  'The empty state made me smile.',
  'How did you keep the list so smooth with that many rows?',
  'I would use this every morning. Any plans for an export?',
  'Clean repository, thank you for the notes in the README.',
  'The dark theme is easier on the eyes than mine. Borrowing that contrast!',
  'Found a typo in the header, otherwise spotless.',
  'Undo works exactly as I hoped. Bookmarked.',
  'Simple idea, carried all the way through.',
  'Your tests taught me something about fake timers.',
  'The animation could respect reduced motion, apart from that: lovely.',
] as const

/** Discussions, each with the challenge day on which it starts. */
export const demoDiscussions = [
  {
    day: 1,
    title: 'Introduce yourself: what do you want to be able to do on day 30?',
    text: 'I start: I want to stop being afraid of state. By day 30 I would like to ship something with undo that does not fall over.',
    replies: [
      'Finish things. I have eleven half projects and no whole one.',
      'Write tests first, at least for a week, to see what it feels like.',
      'Learn SVG properly instead of copying paths around.',
    ],
  },
  {
    day: 5,
    title: 'How do you find an hour when the day was long?',
    text: 'Yesterday I opened the laptop at eleven in the evening and closed it again. What do you do on such days?',
    replies: [
      'I cut the idea in half until it fits into forty minutes. Half of it is often better.',
      'Mornings. Nobody wants anything from me at six.',
      'Two days in one at the weekend. Earlier days stay open, so nothing is lost but the streak.',
      'Keep a list of tiny ideas for bad days.',
    ],
  },
  {
    day: 9,
    title: 'Code quality: what do the reviewers look for?',
    text: 'My projects get four stars for design and three for code. What would you change first?',
    replies: [
      'Names. Mine went up when I stopped calling everything data.',
      'A README that says how to start it, and one test for the part that can break.',
    ],
  },
  {
    day: 14,
    title: 'Half-time: show the one you are proudest of',
    text: 'Fifteen days left. Post the project that you would show to somebody who asks what you did this month.',
    replies: [
      'The metronome. It keeps time even when the tab sleeps, which took me three tries.',
      'My colour-blind safe chart. I learned more about colour than in ten years.',
      'The smallest one: a page that says when the bins are collected. My whole street uses it.',
    ],
  },
  {
    day: 18,
    title: 'Screenshots: how do you keep them under two megabytes?',
    text: 'Retina screenshots of a map are huge. Any tricks that do not make the text blurry?',
    replies: [
      'WebP at quality 80 is hard to tell apart.',
      'Crop to what matters. The list shows a small one anyway.',
    ],
  },
] as const

/** The reason with which the projects of the demo are rejected, as reviewers have saved it. */
export const demoRejection = {
  kind: 'rejection',
  title: 'Live link does not open',
  text: 'The live link does not open. Please check it and submit it again.',
} as const

/** Texts that reviewers have saved for rejections and feedback. */
export const demoSavedTexts = [
  demoRejection,
  {
    kind: 'rejection',
    title: 'Repository is private',
    text: 'Hello {name}, the repository of {project} is private. Please make it public and submit it again.',
  },
  {
    kind: 'rejection',
    title: 'Belongs to another day',
    text: 'This is a project for another day than day {day}. Please submit it there.',
  },
  {
    kind: 'feedback',
    title: 'Clean code',
    text: '{project} is easy to read: clear names, small functions, and a README that says how to start it. Keep that up, {name}.',
  },
  {
    kind: 'feedback',
    title: 'Keyboard and screen readers',
    text: 'Try {project} without a mouse: some buttons cannot be reached with the Tab key, and images have no description.',
  },
  {
    kind: 'feedback',
    title: 'Small screens',
    text: 'On a phone the page scrolls sideways. A maximum width for the widest element is enough.',
  },
] as const

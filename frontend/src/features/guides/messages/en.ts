export const en = {
  guides: 'Guides',
  otherGuides: 'Other guides',
  back: 'Back',
  unknownGuide: 'Guide not found',
  unknownGuideText: 'There is no guide at this address. These are all of them:',

  liveLink: 'Getting a live link',
  liveLinkIntro:
    'A live link lets everybody open your project in a browser, without installing anything. Admins open it first, so it decides how your project is seen.',
  liveLinkHost: 'Choose a host',
  liveLinkHostText:
    'A page without a server of its own (HTML, CSS and JavaScript, or the output of a build) runs free of charge on GitHub Pages, Cloudflare Pages, Netlify or Vercel. Connect your repository once; every push then publishes the newest version by itself. A project with a server or a database needs a host that runs programs, such as Render, Fly.io or Railway. Keep it small: most days of the challenge need no server at all.',
  liveLinkPublish: 'Publish early',
  liveLinkPublishText:
    'Publish an empty page before you write code. If something is wrong with the build, you find out in the first ten minutes and not in the last. If a page on GitHub Pages is blank, the paths of its files are usually the cause: they have to begin with the name of the repository.',
  liveLinkCheck: 'Check it like a stranger',
  liveLinkCheckText:
    'Open the link in a private window, and once on your phone. It has to begin with https://, and it must not ask for a login. Addresses such as localhost or 192.168.1.20 work for you alone. Free servers fall asleep: say in your description that the first visit may take a minute. Leave the project online until your project is reviewed and rated.',

  repository: 'What makes a good repository',
  repositoryIntro:
    'Your repository shows how you work. Code quality is one of the five criteria, and your reviewers have only a few minutes. Help them find their way.',
  repositoryReadme: 'Write a short readme',
  repositoryReadmeText:
    'Four things are enough: what the project does in one sentence, the live link, how to start it, and what you would do next. Add the commands as they are typed, and try them once in an empty folder. Name the libraries and templates that you used: the work has to be your own, and saying what is not yours is part of that.',
  repositoryClean: 'Leave out what nobody reads',
  repositoryCleanText:
    'A .gitignore keeps node_modules, build output and editor settings away. Never commit passwords, keys or tokens. If one slipped in, deleting the line is not enough, because the history keeps it: make the key invalid where you got it, and create another one.',
  repositoryStructure: 'Make it easy to read',
  repositoryStructureText:
    'Give files and functions names that say what they do, and remove code that you no longer use. Several small commits with a message each, such as “Keep the score after a reload”, tell more than a single “final version”. One repository for all thirty days is fine: give every day a folder, and submit the address of that folder.',
  repositoryPublic: 'Make it public',
  repositoryPublicText:
    'Open the link in a private window. If you see “404”, the repository is still private, and nobody can rate your code.',

  screenshot: 'Taking a clear screenshot',
  screenshotIntro:
    'The screenshot stands for your project on the leaderboard, in the community and in links that you share. Most people see it before they open anything.',
  screenshotMoment: 'Show the project at work',
  screenshotMomentText:
    'Choose the moment that explains the project: a finished drawing, a filled list, a game halfway through. Empty forms and loading screens say little. Use example content that looks real, and no names or addresses of real people.',
  screenshotFrame: 'Take only the page',
  screenshotFrameText:
    'Leave out tabs, bookmarks and the desktop. In Chrome and Edge, open the developer tools, press Ctrl + Shift + P (on a Mac Cmd + Shift + P), type “screenshot” and choose “Capture screenshot”. In Firefox, press Ctrl + Shift + S. A window of about 1,280 by 720 pixels suits the cards, because their pictures are wide: what matters belongs in the middle.',
  screenshotReadable: 'Keep it readable',
  screenshotReadableText:
    'Cards are small. Zoom the page to 125 or 150 percent before you take the screenshot, so that headings can still be read. Text that is too small on your phone is too small on a card.',
  screenshotFile: 'Save the right file',
  screenshotFileText:
    'PNG is best for pages, JPEG for photos, and WebP is smaller than both. The file may have 2 MB at most. If it is larger, save it as WebP, or make the window smaller and take it again: shrinking a picture afterwards makes its text blurred. You can replace the screenshot until your project is approved.',
} as const

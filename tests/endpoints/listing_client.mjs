// Lists each file of a server with the TypeScript SDK of a folder, and prints the names or what the SDK threw.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, python, server, ...files] = process.argv;
const load = (path) => import(pathToFileURL(`${folder}/node_modules/@modelcontextprotocol/${path}`));
const isFirst = existsSync(`${folder}/node_modules/@modelcontextprotocol/sdk`);
const { Client } = await load(isFirst ? 'sdk/dist/esm/client/index.js' : 'client/dist/index.mjs');
const { StdioClientTransport } = await load(isFirst ? 'sdk/dist/esm/client/stdio.js' : 'client/dist/stdio.mjs');

const LISTS = {
  tools: 'listTools',
  prompts: 'listPrompts',
  resources: 'listResources',
  resourceTemplates: 'listResourceTemplates',
};

async function listed(client, file) {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8'));
    const [kind, ask] = Object.entries(LISTS).find(([key]) => key in held);
    return (await client[ask]({ cursor: file }))[kind].map((item) => item.name);
  } catch (error) {
    return String(error.message);
  }
}

const client = new Client({ name: 'reach', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ command: python, args: [server, files[0]], stderr: 'ignore' }));
const answers = {};
for (const file of files) answers[file] = await listed(client, file);
await client.close();
console.log(JSON.stringify(answers));

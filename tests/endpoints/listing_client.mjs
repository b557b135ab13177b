// Lists what each server lists with the TypeScript SDK of a folder, and prints the names or what the SDK threw.
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

async function listed(file) {
  const client = new Client({ name: 'reach', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  try {
    await client.connect(new StdioClientTransport({ command: python, args: [server, file], stderr: 'ignore' }));
    const held = JSON.parse(readFileSync(file, 'utf8'));
    const [kind, ask] = Object.entries(LISTS).find(([key]) => key in held);
    return (await client[ask]())[kind].map((item) => item.name);
  } catch (error) {
    return String(error.message);
  } finally {
    await client.close();
  }
}

const answers = {};
for (let at = 0; at < files.length; at += 8) {
  await Promise.all(files.slice(at, at + 8).map(async (file) => (answers[file] = await listed(file))));
}
console.log(JSON.stringify(answers));

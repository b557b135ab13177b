"""What each word weighs. Written by `python -m tests.poison.weigh`, which learns it."""

WORDS = (
',as data,^ looks,=secret=not:ask,asks the,password is,^ checks,^ sets,are refused,bidders,booked,receipt,^ gets,'
'names that,aren,ask about,you need,going,are left,change to,delivery,respect,^ updates,not proceed,seem,to them,'
'number is,once per,shopify,summarises,to ask,window,=secret=path,^ requires,^ takes,an account,covers,directory of,'
'fails with,^ step,document with,grid,pause,plugins,refreshed,runs in,see the,the payment,to give,trip,^ sends,as pdf,'
'charged,datum,id that,is known,loan,prompt for,signs,someone,word document,before they,blind,fake,informed,instructio for,'
'is set,sound,translated,^ uses,are about,audit log,by hand,for an,handle,is done,officer,question about,sealed,'
'server side,the rate,to another,user mailbox,with another,zuerst,as markdown,asks you,before sending,bugs,called by,'
'cellar,error with,inside,is signed,manually,operators,raises,^ writes,are skipped,by mail,disables,mypermset,never run,'
'other than,prompt of,rotate,set in,starts,summarize,that were,the group,to other,to those,used if,wants to,ways,'
'what to,=secret=not:show,^ gives,are replaced,are shown,be done,columns,discharge,full promotion,morning,names are,'
'permission set,ping,prevents,rate limits,resets,sentence,sounds,totals,=secret=softpath,^ verify,about what,an id,'
'are done,are hidden,as in,compares,connected to,cursor,declines,downloadin,drivers,is never,liked,needs the,prices,'
'scans,sea,stolen,takes effect,they can,this project,tour,where you,year,=know=do:tell,=not:put,^ email,and when,'
'are written,checked,explains,follow up,human readable,internet,into account,is shared,it changes,or any,prefer this,'
'ride,shows the,six,slot,tool when,=deed=brand,=know=ignore,^ lists,^ logs,^ makes,^ reason,^ transfers,anonymous,'
'base encoded,couple,dangerous,death,force the,frage,in your,minimum,name is,next step,not read,or when,photos,plate,'
'public key,pushed,than one,the alias,the connected,the goal,the source,their own,thumbnails,timeline,to approve,'
'try to,unwanted,when to,will fail,^ everything,^ two,^ with,aloud,are kept,as such,billed,commission,config file,'
'country,documentat,expert,exports,for code,grants,is there,model to,newer,not have,original,problems,specifical,'
'succeed,third parties,user know,values are,was last,^ finds,^ removes,^ works,and link,be present,calendars,cheaper,'
'classified,dates,developers,discarded,donor,employee,encrypted,explicitly,file from,full result,gcloud,individual,'
'list and,not call,not contain,off for,only and,only to,only with,override,promotion,pushes,quotes,reads the,relatives,'
'sdk,self,temperatur,that says,themselves,user before,=itself=do:take,=itself=url,=when=do:tell,^ password,approvalid,'
'as json,be in,below the,chosen,consignor,databases,dry run,enter the,first line,floor,hooks,lets,lines of,makes the,'
'mcp server,merge commit,of pages,of user,phones,ports,reached,releases,reports,sell,session to,sheets,shows,skippedpro,'
'templates,touches,truncated,если,^ cookies,^ press,^ summary,^ uploads,account to,an app,another tool,confirms,'
'decisions,dedicated,dry,error message,except,fits,gaps,informe,is more,is reached,is returned,mcp client,menu,name that,'
'owners,page by,planning,preference,rejects,simulates,speaker,text and,the map,the recording,transcript of,twice,'
'unset,=every=not:show,=ignore=quietly,=not:deceive,=secret=itself,^ always,^ api,^ contact,^ deletes,^ documents,'
'^ does,^ headers,^ must,^ question,^ replaces,^ they,abroad,accepts,adds an,affected,allows you,already exists,'
'and get,bypassing,callback,connects,draws,driver,edits,fall,frost,have one,in full,is saved,it cannot,keeper,listed in,'
'look up,may include,member,numbers are,one sentence,only for,or no,otherwise,phrases,planned,progress,read only,'
'registers,reserve,safe,save it,schema and,sim,so use,storage,tools to,trigger,while it,with one,zone,^ confidenti,'
'^ hint,^ how,^ pass,^ phone,^ see,all tags,bulk,come from,contenu,create one,fetching the,foo,genuinely,if in,in at,'
'mail is,message of,message should,not recommende,not skip,only be,page is,prepares,printed,renamed,resets the,rules for,'
'still,the authorizat,the day,the search,this allows,to start,token for,tool that,treat it,uri,user wants,viewer,'
'your app,=guard=url,=not:obey,=not:weaken,=order=do:run,=param=itself,=secret=not,^ downloads,^ shows,address book,'
'after calling,and tell,as done,as text,authorizat header,because it,catalogue,component code,data of,days,department,'
'either,english,error and,forms,get one,is created,leaving,lists,not make,of tool,pairs,quick,receive,scholar,scripts,'
'shares,short,template,the sheet,this api,user can,vehicle,would be,=ask=not:tell,=ignore=do:tell,^ examples,^ executes,'
'^ posts,action type,aliases,answers with,barcode,both,came from,cheapest,code to,compared,deletes the,environmen variable,'
'every call,everyone,fare,file contents,freshnesss,get username,in addition,informatio from,it when,kubeconfig,letter codes,'
'likes,moves,not include,of conversati,on an,page with,paragraph to,pending,police,privilege,push to,related,repo,'
'ring,skips,solution,stop and,sunday,switches,tank,temporary,the cursor,the picture,this should,this week,times are,'
'to scan,tokens are,tool should,top of,when not,спросите,=user=not:show,^ deprecated,^ submit,^ user,annual,are read,'
'at most,authority,autonomous,before you,bid,binary,boost,brew,change notificati,cli,drops,file with,folder of,guess,'
'has not,hero,ignores,is enough,isn,its key,javascript,leaves the,months,not available,note that,one for,only need,'
'papers,parameter with,partners,planning and,protected,providers and,reaches,reference,request to,rule,schedule,'
'sentences,sheet,shelf,shell command,street,suite,that do,the configured,the stored,them and,these are,this after,'
'this file,throttling,to help,up to,use different,use for,versioned,waits,=ignore=param,=is:install,^ compare,^ continue,'
'^ copy,^ pages,^ send,^ which,access to,an entry,api the,app,attempts,bare,call returns,characters are,class,contacts,'
'content to,covered,credits,declined,deep,distance,domains,extract the,file system,files use,for use,get all,hashed,'
'ids,insights,instructor,intent,is up,leave empty,lift,linux,memories,not needed,note is,of lines,off by,old one,'
'only if,or to,providers,radio,reviewed,riot,taken,tax,the team,to file,to which,to word,true the,use create,use this,'
'user query,volume,when true,where to,with json,=inner=not,=private=itself,=reply=do:move,^ border,^ prices,^ stops,'
'^ stores,alias,approvals,arrival,as base,attendance,can only,characters,confirm with,context for,destroy,direct,'
'each commit,each step,editing,empty list,estimates,evening,expect,few,folders,food,frames,hands,hit,if provided,'
'is changed,is waiting,job is,listings,log of,logged,make up,mean,mustn,needs,nodes,officers,optimize,outlook,overwrite existing,'
'persistent,photo,red,responsibl,result is,run for,say so,searched,separate,summaries,tab,that fits,the actual,token to,'
'tool name,toolkit,tracked,used to,user prompt,wait,wasn,what was,xx,your answer,your local,=destroy=secret,=inner=every,'
'=talk=user,^ creates,^ interest,^ items,^ labels,^ release,alias to,an object,approves,at any,authoritat,bicycle,'
'by itself,call list,car,changes in,configurat for,decodes,descriptio for,download the,each with,email or,file content,'
'files are,for days,for those,fulfill,generator,handles,identify,index to,installs,it will,limit is,locks,not follow,'
'not guess,notified,of line,on what,or make,own words,personal,profiles,random,scene,subsequent,suggests,systems,'
'terminate,that will,the size,time code,time zones,tool before,untracked files,user question,weapons,you must,you should,'
'zones,=not=url,^ both,^ changes,^ environmen,^ mail,^ missing,^ publish,^ whether,account of,always returned,an item,'
'any file,any instructio,any time,books,by its,cached,call now,cancels,cannot,cell,certain,cleaner,colons,deletes,'
'duty,email addresses,estimate,exclusions,false to,find the,finding,finds,for articles,for confirmati,game,granular,'
'holidays,in from,interactio,jobs,keys and,lease,local file,may contain,may not,messaging,must have,not part,note this,'
'only set,org is,organisati,orientatio,passed to,pendingapp,placeholde,preferred,prompt to,query is,questions that,'
'raw,render,return only,sets,signing,table in,tagged,taken from,tell the,that has,the copy,the item,the numbers,'
'the repo,their name,think,thirty,to access,to attach,to deploy,to switch,token is,tool over,uploaded,user or,visit,'
'water,will return,you get,拒绝,^ is,^ opens,^ push,actually,add note,agreed,air,as returned,attacks,aws account,aws cli,'
'be called,be empty,best practices,big,black,broker,calculates,check whether,choosing,clearly,close the,confident,'
'counted,counter,deaccessio,delegates,dependenci,draft to,empty for,enforcemen,equal,eur,evaluation,flags,for user,'
'formatted,formatter,goal,hour,identifian,if needed,if user,image for,incident,it returns,its id,list with,lost,'
'not already,one call,only on,only once,parish,passed as,pension,practices,prioritize,pulls,range is,refuses,rely,'
'result in,revokes,rules of,sam build,saved to,scale,sections,series,similar,site,so you,spent,splits,suggest,term,'
'the function,the registry,the start,title and,to action,touching,true when,trying,units,untracked,use search,uses,'
'watcher,=ignore=private,=not:run,=sink=every,=sink=guard,^ available,^ drop,^ passing,^ rules,^ source,^ standard,'
'^ wait,actual,adds the,adjuster,agent instructio,all changes,any change,are returned,at or,by default,champion,'
'combine,correct,data is,detect,dictionary,driveitem,eight,encodes,enhancemen,excluded,expire,first one,first when,'
'for every,forgotten,formulas,from previous,generates,gh,injection,intend,investment,is complete,is configured,is true,'
'it can,large,local filesystem,localhost,making,medium low,message is,model is,neither,newest first,newline,of task,'
'offset,order in,ordering,output to,over time,performanc,pipeboard,query in,read from,read it,read or,ready,region,'
'returns an,second call,sent to,shift,smallest,song,specify,taskmaster,telemetry,that have,the channel,the column,'
'time zone,to change,towards,treat,unclear,understand the,unit,usually,with any,world,yet,your account,指定,=know=guard,'
'=not:ignore,=obey=other,=param=not:tell,^ agent,^ copies,^ distance,^ filters,^ ignores,^ issue,^ reports,^ rows,'
'^ runs,^ what,aggregated,all tasks,already known,alter,an incident,an open,and to,apex,as string,be an,be deleted,'
'body of,border,brief,cells,clinical,coded,committed,connectivi,consider using,continues,crontab,diff output,disappear,'
'engagement,exported,fire,first to,follow instructio,from file,get an,gives,guessing,hasn,hub,in to,instructio and,'
'interview,is logged,kitchen,level for,locally,maxpages,messages to,microsoft,only used,output file,overwrites,plans,'
'power,processes,query to,query with,quiet,range of,remote devices,removed,replaces the,returns its,sam,sample,section of,'
'shown to,sold,sources,species,state of,stopped,sure that,targeted,that later,the form,the id,the object,the reason,'
'theft,then call,tone,tool retrieves,untrusted,updates the,url is,user explicitly,vars,want the,with your,withdrawal,'
'without changing,workbook,worksheet,your aws,前请,=ask=sink,=money=authority,=when=not:tell,^ administra,^ allow,'
'^ are,^ exports,^ generates,^ has,^ manage,^ next,^ payments,^ tests,abc,access keys,age,an alert,an api,analyze,'
'and memory,and specific,and why,api,are ignored,are part,articles,as it,associated,calendar,can,capture,cents,clients,'
'combined,companies,completion,convention,countries,cpu,creates an,cremation,differentl,each entry,emergency,explicit,'
'find in,footnote,for small,full path,gib,github repository,guide,healthy,height,hourly,include the,interactiv,is closed,'
'is provided,is valid,issued,it has,iteration,keywords,large files,leave out,likely,line official,medium,messages of,'
'might,moving,near,network requests,noon,official account,path path,person who,position,rebase,required for,return all,'
'run in,same as,separately,service account,shopify store,signature,specifies,specify the,streams,the ticket,time for,'
'timetable,true to,use if,values from,waiting,when it,wind,you specify,列出,=money=order,=param=not:show,=when=not:show,'
'^ apex,^ download,^ import,^ our,^ response,accessibil,actions,and only,answering questions,are in,as name,authentica with,'
'aws sam,be found,before calling,blurred,building,bytes,cards,chart,clusters,cm,completed,condition,configure,constraint,'
'contact folder,context of,could not,dataset,decimal,directorie,docs,domain,each change,envia,executable,feedback,'
'for word,fund,getting,global,in english,initiates,injected,inside the,internal knowledge,is one,item is,jq,listed,'
'logs for,major,manage,mart,match,migrate,mobile,my,notes for,notifies,numeric,observatio,of keys,offers,omitted,'
'or other,pressure,quarter,release,reliable,resort,response is,rider,sponsor,subsequent tool,sure,syntax,the dashboard,'
'the door,the game,the original,this only,threadid,to learn,to skip,to store,to validate,tool will,tools of,trees,'
'unhealthy,utc,vat,went,when provided,without any,word for,your reply,=know=other,=oblige=not:tell,=sink=itself,'
'=us=do:run,^ cannot,^ context,^ exact,^ match,^ messages,^ number,^ only,alerting,already have,amounts,and code,'
'and no,and save,and time,apex class,are masked,assumption,atomic,attachment and,attend,be displayed,because,benefit,'
'between two,branches,changes,checking,city,cli command,comments,component,current user,dbt,default and,default false,'
'demand,depends,depends on,deprecated use,download,edges,element,embargo,exactly as,exactly one,fields,filters are,'
'financial,for day,for tests,google,heading,hire,how,ids in,indicators,init,is optional,it again,judge,kills,labels,'
'land,links,must call,npm,of items,of records,on each,on it,on the,orgs,packages,passenger,performs,preserve,recall,'
'relevant,remarks,remote branch,repeats,request for,require,run one,secret alerts,seo,sequential,smtp,synchroniz,'
'target size,technology,test the,text in,the org,this many,this over,timezone,tips,to press,unix,use when,valid for,'
'valkey command,values and,violations,vpc,watch,without asking,write operations,you give,you re,中的,例如,=ask=oblige,'
'=obey=secret,=order=name,=private=other,^ analyze,^ comments,^ each,^ files,^ key,^ line,^ prompt,^ query,^ register,'
'^ warning,add new,all members,an option,area,before it,beneath,blocking,body is,bound,by their,calculate,carrying,'
'changing,colleagues,colors,comment to,comments to,compare,coordinate,copy text,currentuse,datadog,declares,degrees,'
'delete or,didn,dish,every other,filter for,for free,gate,grafana,groupby,hosted,how to,in base,in loop,included,'
'indexed,initialize,interested,interpreta,interval,it back,later sessions,line number,list users,location of,long running,'
'masked,may,mcp,mm,names in,number format,of attachment,or delete,parent,pitch,prerequisi,project is,ranks,regional,'
'relevance,remote device,repository to,research,resolve,returns job,reviewer,samples,search query,searching,semantic,'
'sequence,sex,sizes,sorted,teachers,the hash,the new,the settings,the uid,thing,thinking,titles,to ensure,to hand,'
'to identify,to update,total,url to,valkey,version,walking,weeks,wipes,wrap,向用,户没,编码,要传,问用,=grant=oblige,=ignore=do:move,'
'=obey=all,=oblige=not:ask,=secret=tool,^ authentica,^ author,^ list,^ personal,^ quote,^ result,^ return,^ secrets,'
'^ snapshot,^ starts,^ 用户,according,aggregatio,ai编辑器,all events,allows,and any,and column,and retrieve,attempt,bcc,'
'belongs to,broadcast,by prefix,call for,caught,charges,citations,cleaned,code generation,color,combinatio,confirm true,'
'connected,corrects,costs,crawl,cv,cycle,danger,datasets,demographi,detailed,devtools,divisions,dm,don have,draft,'
'end time,extension,fast forward,fewer,follow them,for work,formula,forward,from and,gas,giving,gpt,groups,heard,'
'helpful,hints,household,if you,ignored by,in commit,in directory,insight,instant,intervals,invites,invocation,is accepted,'
'is empty,is limited,it must,iterations,lastmodifi,lastrunsta,layout,legal,maintain,map,matches the,milk,ms,name as,'
'newly,next page,not returned,not show,not used,of resource,of resources,operations,optional for,or more,param,pass to,'
'path is,pet,plan apply,playwright,policies,posted,prefer the,presentati,provides,range,read write,receiving,redacted,'
'relative,released,represent,rest api,run results,saving,sells,severities,squash,starting point,suspected,takes precedence,'
'the analysis,the approval,the get,the others,the screenshot,the target,the upstream,time is,to answer,to reset,'
'to true,tool allows,use query,user agreed,uuid,when user,working tree,your applicatio,提供,模型,没有,=do:move=do:run,'
'=param=persist,=sink=all,^ additional,^ answers,^ contains,^ count,^ detail,^ recommende,^ review,^ rule,^ short,'
'^ test,^ text,^ values,add footnote,adset,advertiser,an element,an emoji,and other,and reports,are listed,assigns,'
'bad,behavior,bevor,breaking,browser session,buckets,call this,capabiliti,changes the,children,chunks,concatenat,'
'conversati from,converter,data point,data with,dc,default is,default true,empty,encrypts,everything that,expansion,'
'field names,file if,files or,filter results,flowers,for message,functions,if true,inform,intelligen,is denied,issues to,'
'it into,job id,library,loads,logs from,markdown,metadata,method,mobile device,modes,module,much,multiple files,'
'neural,non empty,not required,of content,of messages,of query,oldest,omit for,omit to,output is,overall,parameters,'
'partial,password of,permanentl,permitted,pos,preserving,previous page,processing,prompt example,queryknowl,refactor,'
'regardless of,repeated,resource,responses,results json,returns the,rgb,run an,schema,scores,search instead,seconds,'
'security group,select and,serious,session working,signed,signed in,smaller,snippets,so this,sparklines,stash,subtasks,'
'synthesise,terms accept,that they,the language,the member,the organisati,the specified,the ssh,theirs,this turn,'
'thought,timestamps,to all,to follow,to group,to push,to show,to that,took,ts,types,ui,url,url in,urls,use case,'
'use get,used for,user asks,user request,user sees,users to,validation,values for,values in,via the,visible,you do,'
'场景,容的,必须,是否,设置,远端,重试,=all=do:tell,=inner=guard,=money=do:move,=money=do:take,=seen already,=when=every,^ allowed,'
'^ exactly,^ forward,^ full,^ navigate,^ nothing,^ raw,^ second,^ server,^ service,^ weight,^ will,activity,after you,'
'aggregate,alert,all tests,allergens,analysis,and what,and will,apps,areas,assigned,at time,authentica user,because the,'
'call learn,cancellati,card numbers,changed,computed,configured in,conservati,creates,criteria,csv,currently,data to,'
'ddl,delayed,describes,descriptio of,design,displaynam,distributi,drug,ec,education,encodings,enum,environmen,escaped,'
'example,existing,firecrawl agent,generation,get schema,glass,gmail,have been,have no,iac,iam,ids are,if an,image to,'
'informatio,inhalt,instructio if,insufficie,issue in,issue key,just the,know the,linkedin,lists the,match the,mentions,'
'metres,min,natural language,nearest,network request,of file,oldest first,on call,on pull,on which,only available,'
'options for,or,pages of,polaris,position of,present,price,proper,provided by,provided the,read all,realtime,refunded,'
'rego,releasing,renders,reserved,resolves,resources,results for,results in,returning,reuse,revenue,run all,saves,'
'science,selects,sendrespon,sets up,settings and,sidebar,significan,single,size in,slide,sprint,structure,summoner,'
'tells,that specific,the city,the merge,the period,the subscripti,the zotero,to open,traded,true for,unsure,used as,'
'user first,versions,web applicatio,with category,with them,明确,特殊,类型,路径,=bcc,=code=do:move,=know=do:run,=know=talk,'
'=param=url,=private=not,=secret=private,^ account,^ current,^ git,^ header,^ javascript,^ moves,^ output,^ searches,'
'^ some,^ structured,^ workflow,al,alexandria,allowed values,always use,and content,and it,and one,applicable,applied,'
'apply to,appointmen,at and,at given,autocomple,backed,basic,beside,boolean,box,broad,broken,budget,but not,by line,'
'characteri,claude,collection,console messages,couchbase,count number,cross,cs,custom field,data source,date,datetime,'
'decimals,denied,deploying,depth,diff json,drives,ear,email address,emulation,errors,exclude,execute command,exit,'
'extract,fallback,fbx,fee,filepath,filterable,following netlify,gt,if false,importance,imported,in blender,in iso,'
'inclusive,insider,interest,is automatica,is stored,item that,items,key in,landing,last month,line of,live,logsql,'
'make it,merge request,migrationn,mode only,model name,must provide,naming,netlify,notebooks,of its,of these,optimal,'
'optional comment,or in,other tool,pages,pass them,per line,player,policy document,polling,populated,prediction,'
'preprints,previous response,primary,published,pulled,rather,recipe,registered,relative to,restart,retrieve list,'
'returns it,routing,row,runtime,satisfacti,searches,selected,selector,set,settings for,sha,sha of,sign in,slug,staging,'
'status of,stories,switch to,tabid,test,tests in,text search,text with,that match,the active,the family,the html,'
'the log,the redis,the snapshot,thread,to move,to sort,tool output,triggered,trips,upload session,user by,version number,'
'you think,下载,云托,云托 托管,城市,应用,操作,无法,管理,=guard=do:move,=oblige=brand,=other=do:run,^ absolute,^ called,^ clears,^ convert,'
'^ directory,^ entries,^ fetches,^ filename,^ free,^ generate,^ human,^ ignored,^ ip,^ large,^ permission,^ position,'
'acknowledg,added,admins,adset id,agents md,all fields,amend,and check,and is,and next,apis,append to,applies,are connected,'
'are rejected,as fallback,as or,associated with,attached to,auth,authz,authz user,be installed,birthday,blame,blender,'
'boundaries,break,by step,by using,can add,can use,categories,category,channel,common,comparing,compiled,completely,'
'confidenti,confirming,consistent,contentbyt,count and,crew,current,datatype,default to,definition,delta,describing,'
'devices,directory for,directory where,discovery,do so,duplicates,dyno,effective,empties,entities,entries,eq,estimated,'
'events,existing files,fails,feat,feedback on,for it,for safety,for them,format of,goods,graph,happen,hash,hop,idempotenc,'
'if available,if they,in local,in points,include content,included in,indicates the,inline,interact,is checked,is included,'
'isolated,june,jwt,keeps,kept for,key from,leave it,link to,lists all,locked,long,members,merchant,merge strategy,'
'mime,model health,monday,multiple,nearby,need the,needs no,null,occurred,or an,or get,organizer,outcomes,page content,'
'paper,paths to,pois,polls,preserved,profile,proj,publishes,record id,redis,relative paths,repl,request body,request id,'
'resolution,response model,retrieves,returns,revoke,schedules,search for,search parameter,sector,see what,set this,'
'sides,signatures,simple,somebody,sorted by,start time,state and,submission,system user,tasting,tempo,that nobody,'
'this run,thousands,through the,till,time at,to disk,to execute,to your,tool for,tool you,tree,typically,uid,uniqueid,'
'unsigned,update delete,useful,username,validator,var,vault,version and,visiting,way to,webmcp,wine,wise,with list,'
'with other,workflow for,yaml,名称,在用,地域,户明,替换,组件,获取,要求,=ask=order,=code=every,=destroy=itself,=know=order,=not:request,'
'=obey=name,=results=when,=sink=other,=talk=name,=user=reply,^ assign,^ batch,^ bid,^ case,^ close,^ credential,'
'^ cs,^ date,^ find,^ namespace,^ operation,^ pagination,^ required,^ specific,^ supported,^ this,^ time,active,'
'agent browser,allowed directorie,an existing,analyses,and after,and cannot,and descriptio,and may,and optionally,'
'api returns,applicable to,applies to,are never,artifacts,asking for,assigned to,at which,attendee,automation,backend,'
'based,between and,browser window,buyer,can also,changelogs,checks for,cherry,clauses,clears,click on,closes,compatibil,'
'confidence,contactfol,content base,create the,current working,custom,data and,day,deployed,descending,dispatch,'
'elements,endnote,enhance,epics,escape,etag,europe,execution,falls back,feature visibility,fields are,fields in,'
'file as,file path,fill out,fillcolor,flex,flow,focused,for example,for merge,for this,from one,full page,guessed,'
'guests,guid,helped,highly,id,if not,ignore any,incidents,incoming,instances,issue link,journey,language,learn shopify,'
'least one,letter,lies,life,links to,locations,longitude,looked,loops,matcher,media,message and,metric,modified,'
'modifiers,multipart,name of,navigate,navigation,not pass,not set,objects with,odata,of multiple,of that,omits,omitted the,'
'one hour,operating system,options to,org,pandoc,patients,period,piece,plays,prefixes,principal,pupil,reaction,recursive,'
'regex,removes the,requiring,retrieved,roles,runbook,runs the,sarif,says,scope,scrape,scraping,sees,select the,shape,'
'shopify api,show,show only,sick,slicer,snippet,soft,specified,sponsored,sql query,standing,stat,strategy,string to,'
'subdirecto,substituti,summarise the,summary of,suppresses,team,that should,the authentica,the display,the entity,'
'the latest,the note,the signed,the syntax,this directory,this property,through firecrawl,timeout,to generate,to view,'
'toml,tool calls,treats,type type,updating,upper,urn,user needs,user that,validates,viewport,when using,whenever you,'
'wrap up,取文,容并,密钥,平台,时的,查询,配置,=ask=param,=code=all,=destroy=name,=destroy=user,=do:put=not:tell,=every=reply,=guard=name,'
'=order=not,=param=guard,^ access,^ alternativ,^ body,^ detects,^ determines,^ fails,^ false,^ get,^ increase,^ language,'
'^ never,^ resource,^ retrieve,^ schema,^ skips,^ specifies,^ success,^ title,^ useful,abstracts,action,additional context,'
'airline,airport,alerted,alias of,alignment,all required,an empty,an explicit,an index,and don,applicant,applied to,'
'are given,artifact,as list,asset,assignee,at each,attributes,aws service,base url,becomes,before and,between,blocked,'
'bottles,captured,ccr,cd,cdn,center,cherry pick,clientstat,clone,code and,come,commander,connection,contacts folder,'
'content the,conversati,conversati to,cover,created,customizab,dashboards,database and,date and,declining,default,'
'delete an,deleted items,delimiter,desc,descriptiv,detects,diff content,dimensions,directory path,draft note,each of,'
'each run,early,emoji reaction,emulate,endpoints,enter,error details,evaluates,event,event is,excel,expression,extracts,'
'falls,features,fichier,file and,file in,file names,filename,filter and,firecrawl,for deployment,for large,forecast,'
'framework,from search,fuzzy,grading,has more,health,highlight,historical,id and,id field,in excel,in one,increase,'
'installed,int,is already,is present,iso format,kept,key id,key value,lambda,languages,last modified,latitude,leaves,'
'limit to,location,location and,logo,lookback,los,lwc component,managed,mapping,mb,merged,metadata and,meter,more precise,'
'mute,name for,nexttool,not as,not support,notation,nx,object in,odoo,on merge,opens,opt out,optionally,order of,'
'page,passages,passes,path parameter,paths,payer,percentage,person,pickup,pipelines,pivottable,plugin,pmd,policy to,'
'population,preview,processed,query on,ranges,readmes,reduces,regular,reporter,reproduce,restricted,retention,retrieves the,'
'retrieving,rooms,run to,search in,search keywords,separate from,severe,shopify app,shorter,space key,spec,specified in,'
'specs,start here,status,str,submitted,subtree,summary and,supports filter,sv,sv vg,symbols,tags,target paragraph,'
'tasks in,tentative,text is,that are,that can,the alert,the available,the cache,the date,the dbt,the instructio,'
'the label,the organizer,the primary,the result,the step,the wiki,this for,tls,to copy,to do,to look,to pull,to test,'
'trim,typos,use cases,useful when,user which,variant,variants,version history,view the,visible in,vision,vs,web pages,'
'website,when omitted,when you,width,wish,with caution,with process,within allowed,workbooks,workflows,worklog,不是,'
'与用,命名,域名,开关,标识,格式,用的,要在,=ask=name,=destroy=oblige,=do:move=do:put,=every=do:tell,=never,=private=sink,=reply=do:run,'
'=results=all,=tool=url,^ base,^ best,^ column,^ critical,^ data,^ destinatio,^ explain,^ extract,^ force,^ indicates,'
'^ notes,^ package,^ partial,^ permanentl,^ plans,^ preview,^ request,^ returns,^ table,^ tags,^ token,^ topic,^ true,'
'^ update,^ validate,abstract,accomplish,account id,actionable,add comment,additions,along with,alpha,also returns,'
'always pass,analysis tool,and update,and wait,annotation,api for,applicatio to,appropriat,archived,arn,arxiv,asks to,'
'associate,authors,axis,bdi,be automatica,be valid,before anything,bike,bought,bubble,callers,can set,cancelled,'
'capability,character,classic,commit,commit hash,complex,complexity,continuous,conversati is,counting,creditsuse,'
'crews,dailycapre,datasource,dbt semantic,declaratio,declared,deprecated,details,determine,determines the,diagnoses,'
'discounts,doc,emailaddre,embeds,enable,enabled,enhanced,entity,etc,example usage,excludes,exports the,exposure,'
'extracted from,eye,factor,feature,fetches,fetches the,files that,files the,filter eq,fixing,fonts,footnotes,for complete,'
'for update,foreign,freeze,frontend,general,git set,has to,hold the,id here,identifier,images,incorrect,indicates,'
'informatio and,informatio for,interact with,internally,is false,is made,issue keys,it takes,item,json output,km,'
'labs,latest,line numbers,linkedreso,links that,liquid,literature,localpath,logs,lowest,lwc,managehost,means the,'
'membership,name to,new,not in,notebook,of categories,of text,opaque,operations for,optimized,other tools,pair,path,'
'path for,per,perfect for,pie,planner,possible values,precise,pressing,programmin,project,publicatio,querysugge,'
'quote the,recent,recommende,reduce,references,refs,relationsh,reliabilit,repeatedly,res,return,revisions,sandbox,'
'scenarios,scf,search result,selectors,selects the,send to,set working,slashes,source branch,speaking,stage,statistics,'
'status and,statuses,stocks,stopping,structured,subtask,superseded,svg,tags to,tell us,text from,the bill,the exact,'
'the feedback,the filter,the format,the notebook,the project,the underlying,the values,this option,ticker,to replace,'
'to send,training,trashed,treat the,true include,type,ui component,underlying,unified,unique,united,using,value,'
'vector,virtual,wants,warehouse,web results,width of,wikipedia,windows,work on,working dir,传递,位置,列表,如,容器,插入,支持,日志,'
'某个,行前,镜像,=ask=user,=ask=when,=certified,=do:put=do:tell,=itself=do:run,=know=inner,=notice,=param=not,^ custom,'
'^ dsa,^ font,^ identifier,^ job,^ multi,^ pattern,^ perform,^ private,^ reference,^ size,^ sort,^ sql,^ top,^ total,'
'^ value,^ zotero,able,able to,accessible,activate,adapter,ads,agreed to,alerting silences,alerts are,all its,allocate,'
'annotated,apex test,ask for,ask the,associatio,attendees,aura,average,average order,backticks,be able,be saved,'
'before writing,begin with,breakdown,calendar permission,campaign,can see,case,cast,certificat,check,claim,cls,co,'
'collection of,comment for,commercial,compute,conditiona,consider the,context to,cost optimizati,council,creating,'
'critical,csv file,current page,dashboard,devops center,directory that,downloaded,drive item,east,ensures,error,'
'eu,expiration,extraction,family,file watcher,firecrawl search,folderuid,for that,from an,full content,gemini,get,'
'git,given in,given user,glb,guarantee,half,handling,has explicitly,heads,hides,id from,id in,id to,ids of,image,'
'image is,immediate,important always,include metadata,instructio are,integrate,interventi,is reported,is sent,is shown,'
'is taken,is unavailabl,iso,json to,jsondata,know which,lambda function,later,learning,libraries,like,list all,listbrowse,'
'logic,lots,lowest cost,macros,management tool,mappings,matched,met,meta ads,methods,metrics,minor,ml,most relevant,'
'multi,mutations,name and,new name,note text,number to,numbered,onenote,online meetings,only not,opens the,operation to,'
'optional descriptio,or list,order value,package json,page of,pagination,panel,perform an,phase,pixels,practical,'
'present the,property is,queries,queries are,questionab,reaching,recommends,referer,refs heads,represents,reused,'
'right file,run code,scatter,scoring,security pmd,see,shipped,should use,slots,south,specific,specific file,st,stop the,'
'strike,styling,sub,such as,symbol,tag,tap,teams,test execution,text content,the activity,the buyer,the fields,the input,'
'the next,the pupil,the release,the state,this on,throughput,to associate,to edit,to emulate,to load,to match,to narrow,'
'to retrieve,together,token from,tonight,top,topic string,traffic,true return,turns,upstreamre,url of,us east,use list,'
'used,varies,warns,webapp,works with,worktrees,修改,关闭,分类,根据,模板,涉及,班级,输出,返回,部署,项目,=applies,=ask=secret,=grant=not,'
'=ignore=when,=know=url,=money=not,=private=do:run,^ adds,^ and,^ aws,^ branch,^ combine,^ command,^ defaults,^ enable,'
'^ execution,^ fields,^ finding,^ gene,^ includes,^ mandatory,^ overrides,^ relative,^ retrieves,^ share,^ tag,^ targeting,'
'^ understand,^ updated,^ urls,add them,alertmanag,all available,analyzer,and always,and does,and find,and text,'
'and type,api calls,are removed,array of,backlog,battery,be copied,be passed,biomedical,blank,bodies,boundary,branch in,'
'branch to,browse,bullet,business,by category,by list,bypasses,calculatio,can read,catalogued,categories for,changelog,'
'cloudwatch,code analyzer,color code,colours,combine with,command line,comment visibility,comprehens,consumer,content as,'
'controlled,convert to,correctly,create draft,creation,credential in,credit,deeper,defaults,defined,delegatewi,direction,'
'donation,driven,dsa,efficiency,enables,exact name,exceed,expand,field name,file name,filter,filtered,filtering,'
'find files,for understand,format,functional,fuzzy search,gathers,gb,gdpr,get operation,gitlab,head,heroku,highlights,'
'html,hyper,icon,important,in github,in markdown,in pixels,include in,inline policies,inline policy,intents,into one,'
'inventory,is currently,is still,it to,jira,joined,json,label name,loading,local path,logs to,merge requests,merging,'
'message for,metadata to,minor edit,modificati,monitor,music,node,none for,normalized,not just,not mention,object to,'
'objectives,optimizati,optionally the,options,own,owned,package name,paragraph index,params,particular,patterns,'
'pays,permit,physical,physics,picks,policy from,poll,poly,por,posts,prd,prefix to,produced,project directory,promoter,'
'prompt the,prompted,properties to,provisioni,prune,query the,question or,quietly,references that,relations,remind,'
'remove an,rendered,repeat the,required unless,requires an,response body,retrieval,returns all,rich menu,robust,'
'search,search within,seat,selection,selling,shorten,similarity,sized,snapshots,spots,staged,starting,stg,store the,'
'stored in,stores,string is,subdomains,substring,subtask to,suites,sums,task to,the asset,the domain,the exposure,'
'the mcp,the mime,the pdf,the possible,the server,the table,the version,this before,this server,threads,tier,title of,'
'to date,to delete,to lwc,to message,to resolve,tool as,total sales,totalusers,tracing,tracks,treatment,true if,'
'true only,uncertain,underscore,unix timestamp,usage,use shopify,useful for,value to,varies by,whether an,which may,'
'with what,work item,works,yolo,yolo mode,zero based,zotero,zsh,录的,接口,示例,详见,课程,集合,=know=reply,=money=user,=not=do:put,'
'=other=name,=param=do:move,=reply=do:take,=wrongness,^ ad,^ audit,^ capture,^ cell,^ credits,^ ctx,^ database,^ filter,'
'^ group,^ image,^ input,^ jira,^ log,^ null,^ object,^ one,^ opaque,^ partner,^ plan,^ progress,^ repository,^ slide,'
'^ task,^ type,^ zero,account number,ad,addition to,against,alarm,allowliste,alphagenom,always ask,always prefer,'
'amazon,an administra,an array,an inline,analytics customers,and how,and metadata,answer is,are on,are supported,'
'as id,asc,assign,awk,back to,based on,bash,be one,beginning,beta,bibtex,branch is,brand,by name,catalog,champions,'
'change,channels,chars,check out,check the,checkbox,chose,classes,col,components to,confluence,consequenc,containing,'
'context and,continuati,copilot,created at,current branch,customize,data points,datasource managed,defaults to,details for,'
'devops,dict,dicts,display name,document in,dollars,don,edited,emails,emphasize,end line,ensuring,eq ne,equals,experiment,'
'expressed,extract only,field schema,file or,files to,filters to,flag,folder id,for app,for given,for non,frequency,'
'freshness,from gitlab,geocode,geometry,get file,get job,get list,good,graphql,grouping,groups and,hard,has,heads main,'
'her,hostnames,iam policy,if any,ignored when,imperative,in collection,in data,in single,inches,index,initially,'
'initiate,inspecting,inspector,integer,invokes,ios,is omitted,is told,it under,item name,jira issue,job run,js,json format,'
'label names,lapses,lds,level,lifetime,limit,link that,looks up,mail,mail to,manifest,markdown content,max,memory id,'
'messagerul,metadata for,midnight,mimetype,minutes,modules,msk cluster,multiple times,must include,must use,mutual,'
'my calendar,narrows,natural,ne not,north,notificati,objects for,of data,of fields,of issue,of office,of work,older,'
'on demand,only include,or mime,orders,organizati,other fields,output format,page in,pdf,pek,perform,performed,pid,'
'places,players,points to,proceed to,progress table,prompts,property,property to,protect,purchases,qualifying,queries that,'
'react,record data,recreate,refinement,regulation,representa,republic,required when,res partner,result of,results to,'
'returned as,returns results,routes,sam directory,saved,scenario,scopes,sending,server dc,shopify cli,silences,since,'
'smart,spans,sqlite,statement,states,static,stays,strongly,submitting,subscripti,tag to,tags and,task list,test plan,'
'the agent,the area,the border,the heading,the run,this first,this when,thread id,to clear,to enable,to filter,to html,'
'to merge,to meta,to null,to one,tool the,travels,trial,type is,types of,types to,untouched,use read,use to,user consent,'
'user default,video,was opened,webpage,wiped,with project,worker,workspace,worktree,yesterday,you want,zip file,'
'仅在,使用 用的,入的,定时,常用,开启,恢复,情况,据用,文档,注意,消息,置的,配置 置的,除后,=authority=oblige,=deed=our,=know=all,=obey=order,=order=do:take,'
'=user=do:run,^ app,^ args,^ based,^ by,^ check,^ color,^ firecrawl,^ lambda,^ look,^ max,^ model,^ or,^ otherwise,'
'^ page,^ paths,^ performanc,^ project,^ ranked,^ sheet,^ timeout,^ unix,^ upstream,^ usage,^ username,^ 注意,^ 返回,'
'absolute,accuracy,across,across all,address or,advantage,after this,ag,aggregates,all qualifying,an integer,an org,'
'ancestors,android,array,as key,assuming,available,be large,biggest,bold,bom,calling,caused,changed in,clicks,column,'
'commit sha,compile,components,contexts,contrasena,converted,cortex,country code,creatives,credential of,crops,crossing,'
'current state,data bar,delegated,determined,devuelve,dismiss,dropdown,embeddings,empty string,encoding,end date,'
'entirely,european,every answer,expanded,explore,exploring,express,extremely,facilities,fill color,filter by,firecrawl scrape,'
'for direct,for questions,frequencie,fully,glob,got,group id,hasimages,history of,horizontal,hybrid,iam user,id for,'
'identifier to,image crops,in millisecon,in seconds,in text,indicate,industry,infrastruc,into the,invoices,joinweburl,'
'judgment,la,latest version,liability,licensing,ll,local,managing,manual,media type,might be,milestone,millisecon,'
'mimir,missingcon,mo,moderation,msk,must be,native,negative,next task,nextthough,nix,nor,not given,note to,notes are,'
'nullable,of chart,of time,of url,ohlcv,on how,on its,on screen,on success,onedrive,operate,operates,orchestrat,'
'organize,origin,otherwise it,paid,paragraph text,passed on,password in,path where,pattern matching,pivot,plancredit,'
'potential,precedence,precedence over,prevent,promote,prompt,puts,quantities,query metrics,questions about,ready for,'
'recurring,referenced,rejected,remote,repository should,request or,requiresac,reset to,response includes,results file,'
'return issues,revoked,rfc,rs,section,sensor,stack,stages,standalone,start line,swipe,table will,the knowledge,the lambda,'
'the llm,the parent,the passport,the sqlite,the users,time when,to jira,to query,to scrape,to select,to write,tool provides,'
'top level,totalthoug,trailing,triggers,ttl,ui components,unnecessar,validated,variables to,vercel,via get,webhooks,'
'win,working hours,writable,xml,ない,中设,像地,关系,关联,功能,在服,在服 服务,搜索,时才,特定,联关,=guard=order,=is:obey,=obey=sink,=sink=reply,'
'=tool=do:put,=when=do:take,^ alexandria,^ descriptio,^ dict,^ display,^ excel,^ lds,^ local,^ override,^ policy,'
'^ providing,^ region,^ rest,^ status,abort,absolute paths,accepting,after seconds,agent to,alexandria provider,'
'ambiguity,an emergency,an iam,api version,app home,app to,arn of,attach file,attached policies,audio,avg,awareness,'
'be searched,blue,breakdowns,byte,calculated,calendar event,canonical,cap,case sensitive,cdk,certificat and,chroma,'
'chunk,clipboard,completed requests,computes,conditions,contenttyp,dbt version,default all,describing the,digest,'
'dividends,downstream,due date,duplicate,dynamicall,echoes,enddate,epic,equivalent,error for,event to,explicit confirmati,'
'facebook,field in,file paths,floats,font,for results,from redis,gave,get complete,github repositori,group,guides,'
'hypothesis,ids to,implement,in results,in word,input,instagram,irrelevant,is member,is minor,is removed,issue object,'
'italic,key of,knowledge,lie,local writes,mailbox,mailfolder,market,marking,math,matrix,metrics to,model parents,'
'more reliable,multi value,name,name new,need,nested,new page,nodejs,object names,one or,or from,or group,or video,'
'order,output options,outs,partial matches,per validator,pgn,plannerbuc,plannertas,powerful,preconditi,protein,readonly,'
'region us,registered model,remote repository,repeating,repository root,result as,ripgrep,same,searchid,sections in,'
'setpolicy,showing the,specifying,start from,start new,status for,stderr,steps,subnet,subset,system completed,targeting,'
'text text,that include,the aggregatio,the country,the grafana,the guest,the initial,the overall,the player,the reference,'
'the sam,themes,this can,ticker symbol,timestamp,to its,to perform,to prevent,to specific,train,type to,uids,user says,'
'valorant,valuable,views,whether,within,作为,务配,区分,定的,定组,定组 组件,特定 定组,=ask=reply,=deed=other,=guard=itself,=ignore=inner,'
'=ignore=user,=is:show,=know=oblige,=learnt,=obey=persist,=our=do:tell,=persist=order,=private=oblige,=us=do:tell,'
'^ action,^ common,^ don,^ frequency,^ none,^ pair,^ path,^ poll,^ promote,^ scale,^ search,^ trigger,absolute path,'
'add ons,ai,alert rules,allele,and then,artifacts from,auto,available in,be used,bed,bringing,calendar events,caption,'
'checked out,cloudfront,collects,consider,consumed,crashes,create new,decision,descriptio and,directory is,diverse,'
'doctors,documented,dropbox,effort,email to,evaluated,event in,exa,example for,expired,field,field values,file should,'
'folders in,format is,from start,html content,iam group,id when,images from,imports,in range,in specific,indexes,'
'inherited,invalid,is enabled,is ready,isnot,it doesn,javascript function,key the,know,learn,list the,listener,maintains,'
'make sure,medical,merge cells,milestones,modify,must,mutating,no confirmati,not start,note the,null to,on jira,'
'ons,operations read,or alias,outside,override the,pair with,parsing,performing,previously,provides comprehens,providing,'
'querylogs,queued,referrals,related to,replaced,replaces,response to,served,set as,sets the,should not,simulated,'
'snapshot to,source ids,stdout,subject,terraform,the cells,the crawl,the given,the incident,the recipient,the website,'
'the workbook,to get,tooldetail,update the,username or,victorialo,videos,violation,weight,weights,where the,will not,'
'with zotero,you can,zotero library,北京,完整,州西,时请,杭州,西湖,=authority=do:take,=deed=us,=guard=do:run,=not=softpath,^ the,'
'^ then,^ turns,already,always include,beat,bounding,bypass,character offset,compiler,concise,currency,demo,download link,'
'earth,edge,executes,expands,facet,faster and,first page,includes the,ip,is asked,items in,jobs in,letters,log in,'
'mail folders,meta api,more efficient,null when,pointer,pool,programmat,promoted,properties,ranked,ratio,raw html,'
'recorded,redis list,renewed,requests catalog,rerank,retrieves all,root id,setup,sort,specifies the,status is,text,'
'the artifact,the child,the crawler,the deleted,the informatio,the library,the monitor,the override,the range,the snippet,'
'the steps,this instead,through,transporta,uses the,visual,webhook,whatsapp,working directory,write file,wrong,不确,'
'不确 确定,猜测,确定,请先,=grant=param,^ keep,^ skip,^ start,^ while,added to,all requests,arguments,as possible,asked to,'
'close,company name,details including,do it,explain,failures,files and,for retrieving,generate model,grafana incident,'
'in user,irreversib,is truncated,is useful,it over,measured,metadata about,model step,none of,one of,only get,passwords,'
'project root,replacemen,results include,rounded,screenshot,sends,status to,straight,subcode,the administra,the end,'
'the generate,the same,thorough,to display,to read,together with,withheld,written,先查,得到,=ask=talk,=destroy=all,^ company,'
'^ mention,^ record,access is,all branches,all the,apart,call in,comes back,decided,desk,extract all,first call,'
'give the,hyperlinks,instructio to,it with,limited,loaded,names,password and,payments,plan,rate limit,terminal,the shopify,'
'the summary,the total,this field,tool of,verify the,working with,=obey=every,^ ai,fresh,it out,questions,register,'
'replies,the old,the space,=assumed,=money=do:put,=secret=order,retained,unless the,=destroy=do:move,=when=do:put,'
'=when=itself,^ anyone,bug,check for,data for,for good,for research,hold,keys or,notices,of users,returned in,the failure,'
'weekly,=ask=destroy,=not:move,=param=money,=talk=do:run,^ session,^ supply,and location,at once,automatic,beneficiar,'
'figures,fleet,guidance,has agreed,high,logged in,of their,policy for,record of,some,sorting,that leaves,tracking,'
'use in,very,vouchers,=do:destroy,=order=path,=persist=softpath,^ comment,^ meta,access token,anthropic,body and,'
'busy,child,course,diff,downloads,fetching,for in,front,organizati and,outcome,parametro,te,tell me,time and,while you,'
'you may,上传,变量,境变,境变 变量,环境 境变,=all=itself,=all=quietly,=code=user,=deed=do:move,=destroy=do:run,=do:prefer,=do:run,'
'=not,=not=not:show,=oblige=user,^ advanced,^ an,^ suppress,after which,appeared,arranged,back,das,data from,error messages,'
'for llm,for these,gpg,guard,host,its path,longer,mandatory,marks,nicht,on file,pins,ran,review,search terms,select,'
'suppress,the context,the internal,the rights,the whole,those who,use any,user the,who is,从本,具的,前先,执行,收到,调用 用前,=authority=not,'
'=deed=itself,=itself,=move,=other=do:put,=param=all,=persist=all,=results=tool,=talk=other,=urgent,=user=us,^ results,'
'administra,appel,are resolved,as an,be,before each,copy,ctx,experience,filesystem,finance,from that,herramient,'
'in this,including the,maintenanc mode,meets,on to,online,opened,order by,plain text,plots,plus,post to,records,'
'send email,speaks,spend,the aws,the connection,the head,the issue,the record,those,to sign,to you,trusts,up,user for,'
'utils,wiki,with their,的环,的环 环境,=consent,=destroy=talk,=ignore=name,=ignore=oblige,=install,=private=our,=tool=our,'
'=user=url,^ add,^ json,^ modify,^ on,^ previous,^ retry,appeal,are present,as if,as well,aside,at least,balanced,'
'built,choice,citing,click,court,date of,different,disable the,drive,explanatio,from to,gene,give it,hash of,import the,'
'in place,including,is being,mails,manager,modifies,on our,policy,previous,private keys,remove,salt,sans,scheduling,'
'send,size of,so do,spreadshee,tests,thank,the email,the operation,the recipients,the session,the update,the value,'
'verdict,written in,工具,=all=do:run,=ask=grant,=not=do:run,=not=quietly,=param=authority,=secret=our,=tool=not,=tool=user,'
'=user=not:ask,=when=not:ask,^ commits,^ cost,^ deploys,^ estimate,^ rather,anything else,arbitrary,as draft,as they,'
'asks,asks for,attach,berlin,called,chain,data in,di,do,documents,end of,fixed,followed,following,grade,image in,'
'infected,instead of,is available,is full,it on,left out,light,link for,ls,mark,of any,partner,pictures,portal,positive,'
'presence,price list,readme,results when,rival,search and,share the,shared with,step by,the header,the invoice,the test,'
'the username,this page,tickets,unpaid,version of,visits,well,when the,whitespace,whom,with us,your instructio,せな,'
'读取,=every=do:run,=every=not:tell,=guard=all,=later,=not:show,=not=brand,=our=do:put,=reply=not:tell,=rival,^ bypass,'
'^ collect,^ install,^ we,^ when,ad id,add our,agrees,all files,an image,and addresses,another,appended,approve the,'
'are always,backwards,banking,benutzer,care about,complete,content from,contract,could be,detection,display,drain,'
'earlier,else the,encryption,executing,fix,free text,gateway,generic,heap,keep it,last day,learns,let the,limit of,'
'lock,notify,other,outgoing,past,presenting,programs,reason,records to,reporting,restored,rules that,small,stands,'
'stations,stream,tells you,the reader,the web,them in,this descriptio,threshold,tracker,unavailabl,user messages,'
'yearly,信し,户确,送信,=ask=itself,=do:move,=every=not:ask,=ignore=reply,=ignore=tool,=itself=every,=know=ask,=model,=money=mail,'
'=talk=not,=us=do:put,^ clear,^ end,^ name,again with,agent with,and for,and forward,api key,avoid,be removed,catch,'
'checksum,cmd,competitor,copy the,corner,cost,crm,delete and,depend,depend on,disable,erwahne,feld,field for,file at,'
'font size,from get,github,identity,in order,loop,maintenanc,no,not exist,not tell,omit the,org and,overwritte,parameter to,'
'private key,put,rationale,resolved,rights of,submit,text into,that you,the contact,the history,the platform,the response,'
'theme,through this,to and,track,when no,you only,=ask=money,=brand=do:tell,=claim,=destroy=guard,=destroy=us,=every=do:put,'
'=guard=not,=ignore=do:put,=inner=itself,=know=destroy,=not:take,=not=do:move,=oblige=other,=order=our,=order=us,'
'=path=do:move,=private=us,^ include,^ lower,^ tools,against the,alternativ,an address,be told,before the,best,birth,'
'cash,clearing,code block,deploy,describe,each page,en,executed,failing,feel,for any,for simple,from the,government,'
'home directory,investor,is unknown,it at,it the,les,limit for,local files,log,loss,makers,mentioned,ministry,network,'
'not for,only when,opt in,permission to,pick,proceed,records in,reply,requests with,running,salaries,save,seven,'
'so,step,sum,tell them,text message,the configurat,the conversati,the field,the home,the letter,the sandbox,the stream,'
'the words,them as,to their,try,up the,validity,via,wallet,while,with the,くだ,くだ ださ,さい,ださ,ださ さい,如果 果用,果用,果用 用户,的对,'
'要使,记录,=all,=ask=not:ask,=authority=when,=bad,=blindly,=do:ignore,=keeper,=not:ask,=not=do:tell,=obey=our,=obey=us,'
'=talk=all,=talk=deed,=user,^ append,^ begin,^ location,^ mark,accordingl,all users,and have,and list,assumed,audits,'
'call is,can get,chaque,characters of,debug,dialogue,disk,drugs,dump of,each,folder with,for approval,for which,'
'guest,import,into,invent,is not,is required,lead,longer than,low,lower the,messages in,monitoring,never,none is,'
'onto,part of,participan,passage,persists,pip,place of,pod,post,query results,repeat,repository with,requests from,'
'reviewers,scenes,sensitive,si,supplement,survey,table to,the client,the device,the draft,the prefix,the request,'
'the role,the room,the thread,them by,theory,thread to,to stop,treated,truncate,upgrade,user approval,user home,'
'user is,why the,within the,you use,zip,=all=softpath,=code,=code=deed,=know=our,=know=us,=order=do:move,=order=tool,'
'=param=do:take,=tool=mail,^ call,^ certificat,^ empty,^ keys,as,assume,attach the,auditing,be sent,belongs,buying,'
'chat,configurat and,deployment,down,du,during the,environmen and,failed and,flat,fork,get the,go back,gone,had,'
'in every,in its,interpret,keep,last update,lifted,limit or,look,meet,memory,mode and,more and,namespace,networks,'
'next steps,not enough,only that,open,points,priority,production,provide the,publisher,regardless,request with,response with,'
'room,same name,savings,student,subscribe,text for,th,that,the body,the calendar,the editor,the host,the listing,'
'the parameter,the patient,the prompt,this,to allow,to choose,to upload,token,tool,tool call,tool returns,trace,'
'transcript,try again,use as,virus,with many,不需,不需 需要,=ask=ignore,=authority=deed,=deed=not:ask,=destroy=do:take,'
'=destroy=not,=do:put,=is:deceive,=obey=reply,=path=do:put,=persist,=private,=secret=other,=secret=reply,=sink=do:put,'
'=talk=itself,=tell,=whatever,=when=quietly,^ overwrite,^ to,all that,always be,and give,app and,as long,be ignored,'
'because of,bring,builds,caching,call with,collected,configurat file,contracts,created by,damage,decline,deny,employer,'
'every,existence,force push,hand,he,helps,holds,hostname,if none,incomplete,it as,last step,long as,mail address,'
'net,nothing,number in,of our,passport,please,propose,publish,rates,reach the,requested,rest,select from,tariff,'
'the account,the command,the folder,the limit,the notificati,the planner,the top,to three,tokens,upload,verify,what,'
'what are,you write,your prompt,your system,地址,=deed=mail,=grant=authority,=oblige=our,=oblige=path,=office,=order=do:tell,'
'=our,=our=us,=param=code,=secret=param,=sink=oblige,=talk,=user=other,^ after,^ automatica,^ role,^ since,act as,'
'also,analyst,and their,appear,at the,balance,better,caution,code you,emptied,end the,everybody,fast,fetch and,for github,'
'found in,foundation,four,funds,handshake,how the,is connected,keys,length of,licence,lookups,makes,malware,message with,'
'one with,openai,ou,play,provenance,real,recommend,server to,the audio,the commit,the firewall,the largest,the machine,'
'the notes,the question,the shared,the user,to receive,to work,topic is,what they,what this,with no,witness,所有,放入,'
'=all=not:ask,=guard=oblige,=hushed,=itself=do:move,=know=do:move,=money=when,=path=do:run,=persist=user,=private=money,'
'=sink=url,=user=path,^ id,^ insert,^ property,ab,address in,after each,all environmen,and sends,are taken,back the,'
'bids,concern,concerns,confirmati is,crawler,deadline,developer,diary,environmen variables,firewall,folder and,forwarded,'
'harmless,in mind,inspected,is deprecated,is in,me,named,nothing to,of what,on and,on every,on their,over,payload,'
'phrase,printing,purposes,recipient,reject,remotes,repositori,rules and,so that,task is,tcp,that need,that the,the admin,'
'the ai,the amount,the api,the config,the length,the query,the sum,the topic,to ignore,turned,typed,we can,you,you pass,'
'you to,=all=not:tell,=brand=every,=destroy=other,=guard=do:take,=guard=reply,=hush,=oblige=softpath,=other=brand,'
'=quietly,=said,=when=softpath,^ that,about the,addresses of,as soon,be run,before answering,browser tool,chrome,'
'configurat to,contained in,copied,decides,else,ends,file on,filled,future,gebruiker,green,in context,include them,'
'initiative,intermedia,invite,is asking,is faster,it by,json and,just,let,maintainer,master,memo,models,number and,'
'often,or not,password,persona,product and,quota,raise,recipient to,required the,right,scaffold,session is,sharing,'
'skip the,soon,soon as,source code,support,thanks,that would,the dialog,the pipeline,the raw,the rows,the working,'
'their,time of,to build,translate,verified,web search,weekday,whoami,whose,write access,yes,其他,=ask=obey,=ask=private,'
'=destroy=private,=ever after,=inner=authority,=obey=authority,=private=do:move,=private=guard,=private=order,=tool=other,'
'=user=softpath,=when=mail,^ en,^ format,^ replace,^ reply,addresses,always,amount of,and end,any,anyone who,anything,'
'backups,build the,buy,candidate,cannot read,card,carried,check if,curl,descriptio is,detail,efficient,embedded in,'
'even when,gesprachsv,habit,higher,image url,in meta,interfaces,keys in,leave,listing,lower,marketing,never leave,'
'non,note,numbers and,of every,of this,on with,otherwise the,place,placement,pre,reminders,request and,required if,'
'reviewing,route,scheduled,scope of,server is,sign up,silent,supply,the disk,the final,the following,the partner,'
'the process,the variable,this from,this function,three,to disable,touch,transfers,translatio,waiting for,wanted,'
'wins,内容,有指,=ask=do:put,=ask=every,=ask=guard,=do:put=not:show,=ignore=destroy,=others,=our=reply,=reply=us,=tool=do:tell,'
'=untold,=void,^ answer,^ security,^ sign,addressed,bank,belong in,bill,cancelling,clean,consistenc,content of,convenienc,'
'copia,data as,debugging,descriptio in,dialogs,each line,exact text,explaining,for telemetry,friend,handled,held,'
'in it,indexer,instructio of,led,lee,look for,never the,our server,patient,payee,prefers,pushing,refer,refer to,'
'refund,replaced by,reservatio,restore,routed,save the,shell commands,should be,showing,simply,solutions,stated,'
'substitute,surcharge,the console,the local,the memory,the payee,the quota,the secret,thoughts,to track,under,under the,'
'unrestrict,uploads,use of,wi,write the,you would,入参,=authority=name,=know=param,=money=us,=oblige=url,=softpath=do:move,'
'=tool=authority,^ be,^ ignore,^ store,^ whenever,absent,account,agree,all previous,allow,alongside,and upload,approve,'
'architectu,carry the,code of,config,confuse,converts,dem,described,do what,echo,enumerate,etwas,everything,evidence,'
'field of,footer,for all,forwards,give,history,hotels,immediatel,indexing,invoke,issues with,landlord,limits,lint,'
'model for,populate,query so,rename,returned by,rights,said,search use,secure,send message,send the,server,server are,'
'split,start the,sudo,the access,the best,the fetched,the instance,the package,the rest,time the,to see,tool has,'
'trusted,withdrawn,you have,you send,には,的服,要用,=all=brand,=deed=not:show,=destroy=reply,=done,=know=do:put,=money=name,'
'=not=mail,=not=not:tell,=obey=when,=penalty,=private=do:tell,=secret,=secret=do:put,^ build,^ describe,^ subscribe,'
'^ write,acts,answer the,be shared,billing,built in,contribute,corrected,directory to,exchange,fact,is best,keyboard,'
'lives,mirror,must always,needed to,no need,nobody,notice,pipe,poem,posting,press,queried,read this,rm,sees the,'
'server and,shell,show it,talk,tenant,the network,the one,the trace,tool is,tries,una,until the,vague,we,you will,'
'your memory,不要,户询,=authority=do:put,=grant=deed,=money=oblige,=not=not:ask,=obey,=secret=when,=us,^ click,^ error,'
'^ remove,^ requests,^ select,account with,anyone,anywhere,begin,came,can fetch,capacity,ci,consult,create an,derived,'
'fills,finished,group to,improves,inspection,it says,knows,list files,little,mix,need not,news,of date,omit it,purpose,'
'push,quoting,rate,requests and,results by,root directory,security,study,the alarm,the talk,those of,thousand,ti,'
'to every,tool can,unlock,upload the,user about,utilisateu,voice,with force,you go,you see,и,не,すべ,べて,告诉,要告,诉用,=code=not,'
'=do:obey,=grant=do:run,=ignore=guard,=inner=deed,=inner=tool,=mail=do:put,=money=our,=name=do:tell,=persist=tool,'
'=url=do:tell,^ accept,^ customer,^ give,^ label,^ show,an external,and call,and leave,and without,background,bidder,'
'blanket,button,deactivate,directions,el,ever,format the,from any,from your,gist,have them,human,in for,interface,'
'is always,is to,mac,not to,only this,pas,permanent,pro,properly,pupils,raised,reasoning,recommenda,see it,stop,'
'that begin,the built,the database,the human,the keychain,this as,to now,when asked,worked,you are,传到,发送,放进,=destroy=when,'
'=do:weaken,=inner=param,=is:weaken,=oblige=mail,=order=deed,=other=do:tell,=our=do:move,=param=user,=rank,=talk=guard,'
'=talk=our,=talk=private,=talk=us,=us=do:move,=user=not:tell,=when=path,^ tool,^ translate,as of,audience,authored,'
'competing,contains,copy of,double,employees,erased,exceeds,expensive,for debugging,frequent,gets the,is used,main,'
'matters,meant for,noise,not supported,overwrite,pointed,possible,print,prove,rds,sampling,screen at,sign,spending,'
'strings that,switch,the card,the developer,the login,the metadata,the readme,the side,this call,this session,this time,'
'to have,to keep,two factor,vote,was not,whatever,with git,write it,以下,全文,直接,=all=url,=brand=reply,=silent,=talk=every,'
'=tool=do:move,^ consider,^ export,and you,anyone can,bother,checks,connectors,copy to,discussion,disregard,es,expects,'
'extra,fail,full list,hits,longest,make the,mind,outil,prescripti,refusals,rephrase,repository public,run this,should the,'
'skipped,summarise,the data,the deploy,the mailbox,the screen,to be,unreliable,unsafe,while the,with our,对话,하세,=deed=softpath,'
'=inner=oblige,=money=tool,=not:tell,=persist=deed,=talk=url,=tool=name,=tool=us,=url=do:put,=when=url,^ as,^ merge,'
'^ put,all links,all messages,alt,and work,another user,as though,blood,by reading,change its,considered,enough to,'
'expense,extend,in all,it here,it was,mention,none,now,of other,other servers,powered,program,read and,repository is,'
'search tool,settlement,social,succeeded,system,the deployment,the maintainer,the outcome,this operation,user with,'
'warm,wipe,your,务器,忽略,无需,服务 务器,的所,=brand=do:put,=free,=grant=all,=money=deed,^ have,^ let,^ people,^ place,^ rate,'
'accurate,and do,assurance,begins,call the,clause,collect,dropped,first use,goes,idle,insurer,our,part,points of,'
'pr,products,remains,rf,saying,the address,the change,the scan,the time,the translatio,the week,to continue,would,'
'=ask=do:tell,=every=mail,=grant=every,=ignore=do:take,=name=do:move,=path=do:take,=secret=oblige,^ speak,^ take,'
'add to,agents,below,choose this,context is,depending,doing,est,get to,hand over,hide the,in any,installing,join,'
'keychain,material,may have,ninety,output of,parents,preferable,public channel,redirect,remove the,seed,side,special,'
'stale,supply the,surface,telling,the main,the transfer,these,tools that,trail,trust,usuario,vulnerabil,with code,'
'いで,でく,=all=do:move,=every=do:move,=inner=when,=know=user,=results=oblige,^ approve,^ choose,^ instead,^ provide,'
'^ try,^ unless,^ users,address and,are stored,carry,counts as,depending on,doubt,down the,encode the,guidelines,'
'independen,is part,it up,key and,microphone,mood,new task,now on,ok,on all,only works,overrides the,pretend,previous instructio,'
'purge,received,requesting,second,sh,the assistant,the foundation,the people,this one,to close,to this,todo,up and,'
'user message,utente,visitor,whenever,with full,=authority=us,=is:grant,=obey=not:ask,=oblige=quietly,=persist=do:put,'
'=reply=url,=talk=do:take,^ deploy,^ encode,^ fast,^ whatever,answer,arithmetic,be answered,bot,bothering,changed files,'
'comes,considerat,directory and,encode,every tool,file access,first and,from this,have the,in notes,in which,insured,'
'messages are,ne,paragraph,practice,quality,raise the,replace the,results of,retry with,school,screenshot of,takes the,'
'task and,text of,the board,the documents,this parameter,先读,先读 读取,=authority=our,=inner,=obey=guard,^ should,adding,'
'allowed to,an admin,and act,argument,autoapprov,been,dear,difference,embed,evaluate,followed by,forget,from here,'
'in different,infer,lack,link and,mistake,not stop,of all,permits,prior to,quoted,report the,stamps,the background,'
'the contract,the helper,the vendor,therefore,to user,unsubscrib,until it,usar,which the,word,=code=do:put,=ignore=order,'
'=private=param,=private=reply,=tool=brand,^ config,and store,answer with,be executed,fetched,further,hence,here,'
'order to,placed,political,readers,ref,run the,run with,script,snapshot of,the names,the public,the way,things,tool with,'
'typing,und,user must,value of,=code=when,=decode,=do:take=do:put,=grant=do:put,=guard=when,=traces,^ evaluate,^ per,'
'^ turn,about it,among,behalf,calculator,content is,cookie,de,delegate,effect,export,gather,great,lo,maintained,'
'never use,newsletter,obey,of it,scan,set the,sie,supplier,take the,the price,the second,upon,us in,variables and,'
'were told,whichever,widen,全部,=comply,=deed=not:tell,=ignore=other,=secret=all,=sink=do:move,=sink=when,=softpath,'
'=softpath=do:take,=url=do:run,^ in,^ once,^ repeat,all of,being,default the,die,each query,et,even if,explain the,'
'first step,insecure,is needed,level of,list in,nd,off the,put it,reproducib,reverse,right to,the ones,the operator,'
'the output,the password,the security,upset,user confirmati,user does,with that,指示,=do:deceive,=money=account,=oblige=not:show,'
'=sink=authority,=talk=do:put,^ hide,^ level,activities,and follow,cada,continuing,down to,even,for verificati,however,'
'no one,produce,receiver,records of,relay,serial,stamped,stars,swap,tmp,us the,=all=mail,=inner=all,=tell abroad,'
'=unbidden,^ under,and ask,arise,deletion,diagnosis,for our,humans,installati,nao,night,nonce,note for,number or,'
'out the,remark,rounding,runner,su,tenants,the only,to public,what the,wonders,=persist=itself,=user=mail,^ tell,'
'although,asked about,ce,code that,collector,connector,consent,copying,delivered,draw,each file,file of,il,offered,'
'ours,pay,run it,sake,the usual,tile,to us,=every=url,=param=do:tell,=param=softpath,^ last,^ leave,^ where,^ 不要,'
'accept the,accompanie,attention,der,district,encrypt,firm,forbids,have access,instruct,key file,oi,refuse,rsa,the contents,'
'tool must,travel,zero,игнорируй,инструкции,предыдущие,=deceive,^ non,^ rename,and move,and submit,antivirus,behaviour,'
'boss,called with,consignes,desktop,expiry,handover,implies,is left,las,overwrite the,parts,purchase,reading,so it,'
'the shell,times in,upload file,=deed=path,=facade,=inner=do:put,=path,=softpath=do:put,^ report,analytics,bundle,'
'diagnostic,enclose,gets,incluye,message that,of another,spare,stands in,swap the,tenth,that we,the diff,the entry,'
'this paragraph,tick,told to,turn on,wrote,об,этом,之前,^ book,^ switch,and pass,by you,delete the,dump,has been,in each,'
'insurance,no matter,outputs,scanner,speak,the deletion,the rules,the tenant,=obey=url,=private=do:put,=private=do:take,'
'^ make,and add,away,bisherigen,contents of,escaping,fault,if somebody,im,qu,reviews,rot,students,the extra,the person,'
'transmets,transmit,user files,user password,用户,=talk=param,=unaware,=url,about this,add the,and keep,continue,discount,'
'mount,other server,spring,the filesystem,the real,to go,to it,tool and,turn off,yourself,=secret=do:take,comply,'
'danach,decode,file tool,le,party,passing,that file,the private,=do:grant,animals,coin,del,ethical,fo,keep this,'
'ns,pixel,the word,usual,was given,zu,=account,=mail,alle,and must,and send,anweisunge,calls to,helper,hint,if asked,'
'know about,prior,the files,=secret=do:move,=text,^ change,^ contents,are to,describe the,each message,mention it,'
'root,des,hide,lacking,the backup,this line,らせ,知ら,^ assistant,append the,authorised,be shown,eval,hear about,za,'
'between the,the check,uninstall,=mail=do:move,=url=do:move,^ im,accompany,cleanup,disclose,=param=path,announced,'
'ignora,logins,sind,the tools,vendor,=ignore=itself,act,has already,privileges,spell,=become,and report,and run,'
'is found,rank,recovery,though,tools are,which you,you and,=addressed,favour,mark the,naq,the licence,from our,responding,'
'este,nie,proposal,refrain,looking,this with,loyalty,that all,마세,fill it,you were,this step,delay,chats,hundred,'
'세요,routine,=talk=do:move,que,eht'
)
WEIGHTS = (
-348,-268,-252,-248,-248,-248,-244,-244,-244,-240,-240,-240,-236,-236,-232,-232,-232,-228,-224,-224,-224,-224,-220,
-220,-220,-220,-216,-216,-216,-216,-216,-216,-212,-212,-212,-212,-212,-212,-212,-208,-208,-208,-208,-208,-208,-208,
-208,-208,-208,-208,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-200,-200,-200,-200,-200,-200,-200,-200,
-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-192,-192,-192,-192,-192,-192,-192,
-192,-192,-192,-192,-192,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,
-188,-188,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-180,-180,-180,
-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,
-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-172,-172,-172,
-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,
-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,
-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-164,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,
-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,
-28,-28,-28,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,-24,
-24,-24,-24,-24,-24,-24,-24,-24,-24,-20,-20,-20,-20,-20,-20,-20,-20,-20,20,20,20,20,20,24,24,24,24,24,24,24,24,
24,24,24,24,24,24,24,24,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,32,32,32,
32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,36,36,36,36,36,36,36,36,36,36,36,
36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,
36,36,36,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,
40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,44,44,44,44,44,44,44,44,44,44,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,128,128,128,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,
136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,
136,136,136,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,144,144,144,144,144,144,144,144,144,144,144,144,
144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,148,148,148,148,148,148,148,148,148,
148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,
148,148,148,148,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,
152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,156,156,156,156,156,156,156,156,156,156,156,
156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,160,160,160,160,160,160,160,160,160,160,160,160,160,
160,160,160,160,160,160,160,160,160,160,160,160,160,160,164,164,164,164,164,164,164,164,164,164,164,164,164,164,
164,164,164,164,164,164,164,164,164,164,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,
168,168,168,168,168,168,168,168,168,168,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,
172,172,172,172,172,172,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,
176,176,176,176,176,176,176,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,184,184,184,184,184,
184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,188,188,188,188,188,188,188,188,188,188,
188,188,188,188,188,188,188,188,192,192,192,192,192,192,192,192,192,192,196,196,196,196,196,196,196,196,196,196,
196,196,196,200,200,200,200,200,200,200,200,200,200,200,200,200,204,204,204,204,204,204,204,204,204,208,208,208,
208,208,208,208,212,212,212,212,212,212,212,216,216,216,220,220,220,220,220,220,224,224,224,224,224,224,224,228,
228,228,228,228,232,236,236,236,236,236,236,236,236,236,240,240,240,240,240,244,244,248,248,248,248,252,252,256,
256,256,260,260,264,272,280,288,288,292,312,312,336
)
